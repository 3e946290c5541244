/** What the browser's half of `app/data` expects of a page; requests go to whoever is `fetch`. */
const METAS: Record<string, string> = {
  'meta[name="backend-url"]': "http://bench",
  'meta[name="backend-key"]': "anonymous",
};

/** Lets `browserClient()` connect in this process. */
export function actAsPage(): void {
  Object.assign(globalThis, {
    document: { querySelector: (selector: string) => ({ content: METAS[selector] ?? "" }) },
  });
}
