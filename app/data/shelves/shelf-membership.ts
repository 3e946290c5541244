import { queryOptions } from "@tanstack/react-query";

import { batched } from "../batched.ts";
import { browserClient } from "../browser.ts";
import { queryClient } from "../query-client.ts";
import { type Placing, readPlacings, type Shelf } from "./shelves.ts";

/** Ids in one address: what every server and proxy takes. */
const AT_ONCE = 100;

const NOWHERE: Placing = { collection: false, wishlist: false };

const readPlacing = batched(
  async (ids: string[]) => readPlacings(await browserClient(), ids),
  AT_ONCE,
);

/** On which of the member's shelves a jersey stands; those of a page are asked for together. */
export function placingOf(userId: string, jerseyId: string) {
  return queryOptions({
    queryKey: ["placing", userId, jerseyId],
    queryFn: async () => (await readPlacing(jerseyId)) ?? NOWHERE,
  });
}

interface Move {
  userId: string;
  jerseyId: string;
  shelf: Shelf;
  stands: boolean;
}

/** Other tabs of this browser, whose pages show the same jerseys. None on the server. */
const tabs =
  typeof window === "undefined" ? undefined : new BroadcastChannel("maillotheque.shelves");
tabs?.addEventListener("message", ({ data }: MessageEvent<Move>) => {
  show(data);
  void refreshLists(data.userId);
});

/** Makes every page of this tab show a jersey on a shelf, or off it. */
export function show({ userId, jerseyId, shelf, stands }: Move): void {
  queryClient.setQueryData(placingOf(userId, jerseyId).queryKey, (known) => ({
    ...(known ?? NOWHERE),
    [shelf]: stands,
  }));
}

/** Tells the member's other tabs, and the lists of the account, what the database holds now. */
export function announce(move: Move): void {
  tabs?.postMessage(move);
  void refreshLists(move.userId);
}

function refreshLists(userId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ["shelf", userId] });
}
