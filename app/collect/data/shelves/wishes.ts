import { queryOptions } from "@tanstack/react-query";

import type { WishDetails } from "../../domain/copies/copy-rules.ts";
import { allRows } from "../../../shared/data/all-rows.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { shelfKeys } from "./keys.ts";
import { WISH_DETAILS } from "./shelves.ts";

/** What a member says about their wishes, by jersey. */
export function wishes(userId: string) {
  return queryOptions({
    queryKey: shelfKeys.wishes(userId),
    meta: { stored: true },
    queryFn: async (): Promise<ReadonlyMap<string, WishDetails>> => {
      const client = await browserClient();
      const rows = await allRows((from, to) =>
        client
          .from("user_wishlists")
          .select(`jersey_id, ${WISH_DETAILS}`)
          .eq("user_id", userId)
          .order("id")
          .range(from, to)
          .throwOnError(),
      );
      return new Map(rows.map(({ jersey_id, ...details }) => [jersey_id, details]));
    },
  });
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
