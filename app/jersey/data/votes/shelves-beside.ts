import { writes } from "../../../shared/data/writes.ts";
import type { Shelf } from "../../../shared/domain/shelf.ts";

/** The shelves of the member that hold a jersey. */
export type ShelfMembership = Record<Shelf, boolean>;

/** In milliseconds: the buttons of a card come within it. */
const RECENT = 5000;

type Offer = Promise<ReadonlyMap<string, ShelfMembership>>;

const offers = new Map<string, { at: number; writes: number; offer: Offer }>();

/** The answer about the votes of a page's cards says their shelves, too. */
export function offerShelves(jerseyIds: readonly string[], offer: Offer): void {
  // Whoever takes it is told of a failure.
  offer.catch(() => undefined);
  for (const id of jerseyIds) offers.set(id, { at: Date.now(), writes: writes(), offer });
}

/**
 * What was offered of a jersey just now. It is given once and never after a write: a second read asks the database.
 */
export async function takeShelves(jerseyId: string): Promise<ShelfMembership | undefined> {
  const offered = offers.get(jerseyId);
  offers.delete(jerseyId);
  const isRecent = offered?.writes === writes() && Date.now() - offered.at < RECENT;
  return isRecent ? (await offered.offer).get(jerseyId) : undefined;
}
