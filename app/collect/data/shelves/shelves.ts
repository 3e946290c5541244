import type { Client } from "../../../shared/data/client.ts";
import type { ShelfMembership } from "../../../jersey/data/votes/shelves-beside.ts";
import type { Shelf } from "../../../shared/domain/shelf.ts";
import type { WishDetails } from "../../domain/copies/copy-rules.ts";

export const TABLES = {
  collection: "user_collections",
  wishlist: "user_wishlists",
} as const satisfies Record<Shelf, string>;

/** What a wish says. */
export const WISH_DETAILS = "size_scale, size, highest_price, currency, note";

/** Row-level security shows only the member's own shelves. */
export async function readShelfMemberships(
  client: Client,
  jerseyIds: string[],
): Promise<Map<string, ShelfMembership>> {
  const { data } = await client
    .from("jerseys")
    .select("id, user_collections(id), user_wishlists(id)")
    .in("id", jerseyIds)
    .throwOnError();
  return new Map(
    data.map(({ id, user_collections, user_wishlists }) => [
      id,
      { collection: user_collections.length > 0, wishlist: user_wishlists.length > 0 },
    ]),
  );
}

/**
 * Puts a jersey on a shelf, a wish with what was said of it before it was taken off.
 * @throws a database error with code 23505 if the jersey is on the shelf already
 */
export async function putOn(
  client: Client,
  shelf: Shelf,
  userId: string,
  jerseyId: string,
  wish?: WishDetails,
): Promise<void> {
  const row = { user_id: userId, jersey_id: jerseyId };
  await (
    shelf === "wishlist"
      ? client.from("user_wishlists").insert({ ...row, ...wish })
      : client.from("user_collections").insert(row)
  ).throwOnError();
}

/**
 * Idempotent: succeeds if the jersey is not on the shelf.
 * @returns what was said of the wish, with which an undo puts it back
 */
export async function takeOff(
  client: Client,
  shelf: Shelf,
  userId: string,
  jerseyId: string,
): Promise<WishDetails | undefined> {
  const row = { user_id: userId, jersey_id: jerseyId };
  if (shelf === "collection") {
    await client.from("user_collections").delete().match(row).throwOnError();
    return undefined;
  }
  const { data } = await client
    .from("user_wishlists")
    .delete()
    .match(row)
    .select(WISH_DETAILS)
    .throwOnError();
  return data[0];
}
