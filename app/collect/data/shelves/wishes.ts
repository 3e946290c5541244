import { queryOptions } from "@tanstack/react-query";

import type { WishDetails } from "../../domain/copies/copy-rules.ts";
import { allRows } from "../../../shared/data/all-rows.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
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
      return rows.map(({ jersey_id, size_scale, size, highest_price, currency, note }): Wish => ({
        ...{ jersey_id, size_scale, size },
        ...{ highest_price, currency, note },
      }));
    },
  });
}

export type Wish = WishDetails & { jersey_id: string };

/** Puts wishes back with what they said; idempotent. */
export async function wishAgain(client: Client, wishes: readonly Wish[]): Promise<void> {
  await client
    .from("user_wishlists")
    .upsert([...wishes], { onConflict: "user_id,jersey_id", ignoreDuplicates: true })
    .throwOnError();
}

/** @throws a `PGRST116` error if the jersey is not on the wishlist any more */
export async function saveWish(
  client: Client,
  userId: string,
  jerseyId: string,
  details: WishDetails,
): Promise<void> {
  await client
    .from("user_wishlists")
    .update(details)
    .match({ user_id: userId, jersey_id: jerseyId })
    .select("id")
    .single()
    .throwOnError();
}
