import { toast } from "../../shared/components/toast.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { storeQueries } from "../data/stored-queries.ts";
import { languageOf } from "../../shared/i18n/languages.ts";
import { fetchTranslator } from "../../shared/i18n/translations.ts";
import { copyPages } from "../data/copies/copies.ts";
import { refreshCopies } from "../data/copies/take-out.ts";
import { shelfList } from "../data/shelves/shelf-list.ts";
import { applyShelfChange, settleShelfChange } from "../data/shelves/shelf-membership.ts";
import type { Copy } from "../domain/copies/copy.ts";
import { sendUnsent, unsentCopies } from "../data/unsent/unsent.ts";

/**
 * What a member needs without a network: their lists and the pages opened last are stored, and what was added is sent.
 * @returns a function that ends it
 */
export function startOffline(userId: string): () => void {
  const { restored, end } = storeQueries(userId);
  const send = () => void sendAndTell(userId);
  const begin = async () => {
    await restored;
    await showUnsent(userId);
    if (navigator.onLine) send();
    else showOwned(userId);
  };
  void begin();
  // Loaded by a press otherwise, which may be without a network.
  void import("../collection/toggle-shelf.ts").catch(() => undefined);
  addEventListener("online", send);
  return () => {
    end();
    removeEventListener("online", send);
  };
}

/** Sends what waits, and says so. */
export async function sendAndTell(userId: string): Promise<void> {
  const sent = await sendUnsent(userId).catch((error: unknown) => {
    console.error("unsent copies not read", error);
    return [];
  });
  if (sent.length === 0) return;
  for (const jerseyId of sent) {
    if (!jerseyId) continue;
    void settleShelfChange({ userId, jerseyId, shelf: "collection", isOnShelf: true });
  }
  refreshCopies(userId);
  const t = await fetchTranslator(languageOf(location.pathname), "collection");
  toast.success(t("unsent.sent", { count: sent.length }));
}

/** The jersey of a discarded copy isn't shown as owned any more, unless the member has another copy of it. */
export async function showDiscarded(userId: string, jerseyId: string | null): Promise<void> {
  if (!jerseyId) return;
  const unsent = await queryClient.fetchQuery(unsentCopies(userId));
  const isOwned =
    unsent.some((other) => other.jerseyId === jerseyId) ||
    knownCopies(userId).some(({ jersey }) => jersey?.id === jerseyId);
  if (!isOwned) applyShelfChange({ userId, jerseyId, shelf: "collection", isOnShelf: false });
}

/** A jersey of an unsent copy is shown as owned. */
async function showUnsent(userId: string): Promise<void> {
  for (const { jerseyId } of await queryClient.fetchQuery(unsentCopies(userId))) {
    if (jerseyId) applyShelfChange({ userId, jerseyId, shelf: "collection", isOnShelf: true });
  }
}

/** Without a network the buttons of a page know from the stored lists what is owned and wished for. */
function showOwned(userId: string): void {
  const copies = knownCopies(userId);
  const wished = queryClient.getQueryData(shelfList(userId, "wishlist").queryKey) ?? [];
  const shelved = [
    ...copies.map(({ jersey }) => ({ jerseyId: jersey?.id, shelf: "collection" as const })),
    ...wished.map(({ jersey_id }) => ({ jerseyId: jersey_id, shelf: "wishlist" as const })),
  ];
  for (const { jerseyId, shelf } of shelved) {
    if (jerseyId) applyShelfChange({ userId, jerseyId, shelf, isOnShelf: true });
  }
}

/** The member's copies, as far as they have been read. */
function knownCopies(userId: string): Copy[] {
  return queryClient.getQueryData(copyPages(userId).queryKey)?.pages.flat() ?? [];
}
