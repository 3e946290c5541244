import { queryOptions } from "@tanstack/react-query";

import type { FormerJersey } from "../../domain/copies/copy.ts";
import type { WishDetails } from "../../domain/copies/copy-rules.ts";
import { allRows } from "../../../shared/data/all-rows.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { factsOf } from "../copies/copies.ts";
import { shelfKeys } from "./keys.ts";
import { WISH_DETAILS } from "./shelves.ts";

/** The wishes for jerseys that the member has, with what they say. */
export function ownedWishes(userId: string) {
  return queryOptions({
    queryKey: shelfKeys.ownedWishes(userId),
    queryFn: async () => {
      const client = await browserClient();
      const rows = await allRows((from, to) =>
        client
          .from("user_wishlists")
          .select(`jersey_id, ${WISH_DETAILS}, jersey:jerseys!inner(user_collections!inner(id))`)
          .eq("user_id", userId)
          .order("id")
          .range(from, to)
          .throwOnError(),
      );
      return rows.flatMap(({ jersey_id, ...row }): Wish[] =>
        jersey_id ? [{ jersey_id, ...saidOf(row) }] : [],
      );
    },
  });
}

export type Wish = WishDetails & { jersey_id: string };

/** Which wish: by its jersey, or by its id where the catalogue lacks the shirt. */
export type WishKey = { jersey_id: string } | { id: string };

export const wishKey = ({ jersey_id, id }: { jersey_id: string | null; id: string }): WishKey =>
  jersey_id ? { jersey_id } : { id };

/** What is said of a wish. */
export const saidOf = ({
  size_scale = null,
  size = null,
  highest_price = null,
  currency = null,
  note = null,
}: Partial<WishDetails>): WishDetails => ({ size_scale, size, highest_price, currency, note });

/** Puts wishes back with what they said; idempotent. */
export async function wishAgain(client: Client, wishes: readonly Wish[]): Promise<void> {
  await client
    .from("user_wishlists")
    .upsert([...wishes], { onConflict: "user_id,jersey_id", ignoreDuplicates: true })
    .throwOnError();
}

/**
 * Wishes for a shirt that the catalogue lacks.
 * @param wish with the id that it had, if it is put back
 * @throws a database error with code 23505 if it is wished for in these words already
 */
export async function addOwnWish(
  client: Client,
  shirt: FormerJersey,
  wish: Partial<WishDetails> & { id?: string },
): Promise<{ id: string }> {
  const { data } = await client
    .from("user_wishlists")
    .insert({ former_jersey: await factsOf(shirt), ...wish })
    .select("id")
    .single()
    .throwOnError();
  return data;
}

/** What the caller's wishes for shirts that the catalogue lacks are for. */
export async function readOwnWishes(client: Client): Promise<FormerJersey[]> {
  const rows = await allRows((from, to) =>
    client
      .from("user_wishlists")
      .select("former_jersey")
      .is("jersey_id", null)
      .order("id")
      .range(from, to)
      .throwOnError(),
  );
  return rows.map(({ former_jersey }) => former_jersey as unknown as FormerJersey);
}

/** Idempotent: succeeds if the wish is gone. */
export async function takeOffOwnWish(client: Client, id: string): Promise<void> {
  await client.from("user_wishlists").delete().eq("id", id).throwOnError();
}

/**
 * @param shirt what it is for, if the catalogue lacks it
 * @throws a `PGRST116` error if the shirt is not on the wishlist any more, one with code 23505 if another wish is for the same
 */
export async function saveWish(
  client: Client,
  userId: string,
  key: WishKey,
  details: WishDetails,
  shirt?: FormerJersey,
): Promise<void> {
  await client
    .from("user_wishlists")
    .update({ ...details, ...(shirt && { former_jersey: await factsOf(shirt) }) })
    .match({ user_id: userId, ...key })
    .select("id")
    .single()
    .throwOnError();
}
