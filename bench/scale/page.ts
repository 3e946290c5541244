/** The head's metadata that the rooms' `data/` needs in a browser; requests go to the global `fetch`. */
const METAS: Record<string, string> = {
  'meta[name="backend-url"]': "http://bench",
  'meta[name="backend-key"]': "anonymous",
};

/** Makes `browserClient()` work in this process. */
export function actAsPage(): void {
  Object.assign(globalThis, {
    document: { querySelector: (selector: string) => ({ content: METAS[selector] ?? "" }) },
  });
}
