import { queryOptions } from "@tanstack/react-query";

import { createBatchLoader } from "../../../shared/data/batch-loader.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { AT_ONCE } from "../../../shared/data/in-steps.ts";
import { queryClient } from "../../../shared/data/query-client.ts";
import { type ShelfMembership, takeShelves } from "../../../jersey/data/votes/shelves-beside.ts";
import type { Shelf } from "../../../shared/domain/shelf.ts";
import { readShelfMemberships } from "./shelves.ts";
import { shelfKeys } from "./keys.ts";

const ON_NO_SHELF: ShelfMembership = { collection: false, wishlist: false };

const readShelfMembership = createBatchLoader(
  async (ids: string[]) => readShelfMemberships(await browserClient(), ids),
  AT_ONCE,
);

/** The shelves of the member that hold a jersey. All jerseys of a page are queried together. */
export function shelfMembershipQuery(userId: string, jerseyId: string) {
  return queryOptions({
    queryKey: shelfKeys.membership(userId, jerseyId),
    queryFn: async () =>
      (await takeShelves(jerseyId)) ?? (await readShelfMembership(jerseyId)) ?? ON_NO_SHELF,
  });
}

interface ShelfChange {
  userId: string;
  jerseyId: string;
  shelf: Shelf;
  isOnShelf: boolean;
}

/** The browser's other tabs, whose pages show the same jerseys. None on the server. */
const tabs =
  typeof window === "undefined" ? undefined : new BroadcastChannel("maillotheque.shelves");
tabs?.addEventListener("message", ({ data }: MessageEvent<ShelfChange>) => {
  applyShelfChange(data);
  void refreshLists(data.userId);
});

/** The age of a membership of which one shelf is only assumed: it is read again as soon as it can be. */
const ASSUMED = { updatedAt: 1 };

/** Updates every page of this tab. */
export function applyShelfChange({ userId, jerseyId, shelf, isOnShelf }: ShelfChange): void {
  const { queryKey } = shelfMembershipQuery(userId, jerseyId);
  const { dataUpdatedAt = 0 } = queryClient.getQueryState(queryKey) ?? {};
  queryClient.setQueryData(
    queryKey,
    (known) => ({ ...(known ?? ON_NO_SHELF), [shelf]: isOnShelf }),
    dataUpdatedAt > ASSUMED.updatedAt ? undefined : ASSUMED,
  );
}

/**
 * Shows a stored change in all tabs. An answer to what was asked before or during the write is older than it, so what
 * is on screen is read again.
 */
export async function settleShelfChange(change: ShelfChange): Promise<void> {
  const { queryKey } = shelfMembershipQuery(change.userId, change.jerseyId);
  tabs?.postMessage(change);
  void refreshLists(change.userId);
  await queryClient.cancelQueries({ queryKey });
  applyShelfChange(change);
  void queryClient.invalidateQueries({ queryKey });
}

function refreshLists(userId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: shelfKeys.lists(userId) });
}
