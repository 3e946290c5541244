import { dehydrate, hydrate, type Query } from "@tanstack/react-query";

import { forgetReadBut, ownEntries } from "../../shared/browser/offline-store.ts";
import { onMemberChange } from "../../shared/session/use-session.ts";
import { storedSession } from "../../shared/session/stored-session.ts";
import { queryClient } from "../../shared/data/query-client.ts";

/** A query as TanStack Query writes it. */
type StoredQuery = ReturnType<typeof dehydrate>["queries"][number];

/** What was stored longer ago isn't shown. In milliseconds. */
const MAX_AGE_MS = 30 * 24 * 3600 * 1000;

/** Debounce in milliseconds; short, so that a list opened only briefly is stored too. */
const PAUSE_MS = 200;

/** Writes of queries that have just changed, by the hash of the query. */
const pending = new Map<string, ReturnType<typeof setTimeout>>();

/** Rows of a query that are stored at most: a collection of that many takes about 5 MB. */
export const MOST_ROWS = 5000;

/** A query asks to be stored by `meta: { stored: true }`. */
function isStored({ meta }: Query): boolean {
  return meta?.stored === true;
}

/**
 * Restores a member's stored queries and stores them again when they change.
 * @returns a function that ends it
 */
export function storeQueries(userId: string): { restored: Promise<void>; end: () => void } {
  const entries = ownEntries<StoredQuery>(userId, "query");
  const write = async (query: Query) => {
    pending.delete(query.queryHash);
    // Another tab may have signed out: nothing of the member's comes after that.
    if (storedSession()?.user.id !== userId || query.state.data === undefined) return;
    const { queries } = dehydrate(queryClient, { shouldDehydrateQuery: (each) => each === query });
    const [stored] = queries;
    if (stored) await entries.store(query.queryHash, cut(stored));
  };
  const writeLater = (query: Query) => {
    if (!isStored(query)) return;
    clearTimeout(pending.get(query.queryHash));
    pending.set(
      query.queryHash,
      setTimeout(() => void write(query), PAUSE_MS),
    );
  };
  const cache = queryClient.getQueryCache();
  const end = cache.subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") writeLater(event.query);
  });
  // The page may have read them before.
  cache.findAll({ predicate: ({ state }) => state.status === "success" }).forEach(writeLater);
  return { restored: restore(userId), end };
}

/** A long list is stored as far as its first pages go; the page says that more is missing. */
export function cut(stored: StoredQuery): StoredQuery {
  const { data } = stored.state as { data: { pages?: unknown[][]; pageParams?: unknown[] } };
  if (!data.pages) return stored;
  let rows = 0;
  const pages = data.pages.filter((page) => (rows += page.length) <= MOST_ROWS);
  const pageParams = data.pageParams?.slice(0, pages.length);
  return { ...stored, state: { ...stored.state, data: { pages, pageParams } } };
}

async function restore(userId: string): Promise<void> {
  await forgetReadBut(userId);
  const entries = ownEntries<StoredQuery>(userId, "query");
  for (const name of await entries.names()) {
    const stored = await entries.read(name);
    const isOld = !stored || Date.now() - stored.state.dataUpdatedAt > MAX_AGE_MS;
    if (isOld) await entries.remove(name);
    // What the site has answered meanwhile is newer, and stays.
    // What is restored is shown at once and read again: it may have changed since it was stored.
    else if (storedSession()?.user.id === userId) {
      const state = { ...stored.state, isInvalidated: true };
      hydrate(queryClient, { queries: [{ ...stored, state }] });
    }
  }
}

// A session that ended, for whatever reason: what can be read again goes.
onMemberChange(() => {
  for (const timer of pending.values()) clearTimeout(timer);
  pending.clear();
  void forgetReadBut(storedSession()?.user.id);
});
