import type { Client } from "../../../shared/data/client.ts";
import type { Shelf } from "../../../shared/domain/shelf.ts";

export const TABLES = {
  collection: "user_collections",
  wishlist: "user_wishlists",
} as const satisfies Record<Shelf, string>;

/** The shelves of a member that hold a jersey. */
export type ShelfMembership = Record<Shelf, boolean>;

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

/** @throws a database error with code 23505 if the jersey is on the shelf already */
export async function putOn(
  client: Client,
  shelf: Shelf,
  userId: string,
  jerseyId: string,
): Promise<void> {
  await client.from(TABLES[shelf]).insert({ user_id: userId, jersey_id: jerseyId }).throwOnError();
}

/** Idempotent: succeeds if the jersey is not on the shelf. */
export async function takeOff(
  client: Client,
  shelf: Shelf,
  userId: string,
  jerseyId: string,
): Promise<void> {
  await client
    .from(TABLES[shelf])
    .delete()
    .match({ user_id: userId, jersey_id: jerseyId })
    .throwOnError();
}
