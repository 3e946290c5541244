import type { Path } from "react-router";

/** What the service worker has stored (public/sw.js); undefined over plain http, where there is none. */
async function storeOf(kind: "pages" | "titles"): Promise<Cache | undefined> {
  if (!("caches" in globalThis)) return undefined;
  const name = (await caches.keys()).find((known) => known.endsWith(`-${kind}`));
  return name === undefined ? undefined : caches.open(name);
}

/** The account's lists read their content themselves (`app/collect/data/stored-queries.ts`). */
export const isOwnList = (pathname: string) => /\/account\/(collection|wishlist)$/.test(pathname);

/** When a page was read from the site that is stored. */
export async function storedAt(pathname: string): Promise<string | undefined> {
  const date = (await (await storeOf("pages"))?.match(pathname))?.headers.get("Date");
  return date ? new Date(date).toISOString() : undefined;
}

/** How a page can be opened without a network: the document, or by the router, whose data is there; undefined if it can't. */
export async function storedForm({
  pathname,
  search,
}: Pick<Path, "pathname" | "search">): Promise<"document" | "data" | undefined> {
  if (isOwnList(pathname)) return "data";
  const page = search ? undefined : await (await storeOf("pages"))?.match(pathname);
  const isDocument = page?.headers.get("Content-Type")?.startsWith("text/html");
  return page && (isDocument ? "document" : "data");
}

/** The stored pages, those opened last first. */
export async function storedPages(): Promise<{ path: string; title: string }[]> {
  const [pages, titles] = await Promise.all([storeOf("pages"), storeOf("titles")]);
  if (!pages || !titles) return [];
  const all = (await titles.keys()).toReversed().map(async (request) => {
    const title = await (await titles.match(request))?.text();
    const path = new URL(request.url).pathname;
    return { path, title: title?.replace(/ \| [^|]*$/, ""), isStored: await pages.match(path) };
  });
  return (await Promise.all(all)).flatMap(({ path, title, isStored }) =>
    title && isStored ? [{ path, title }] : [],
  );
}
