import { queryOptions } from "@tanstack/react-query";

import type { StoredSummary } from "../../../shared/domain/jersey.ts";
import { isInSet } from "../../../shared/domain/kit-types.ts";
import { allRows } from "../../../shared/data/all-rows.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { stepsOf } from "../../../shared/data/in-steps.ts";
import type { Client } from "../../../shared/data/client.ts";
import { SUMMARY } from "../../../shared/data/jerseys/columns.ts";
import { shelfKeys } from "./keys.ts";

/** A public jersey of a team, and whether the member has it or wishes for it. */
export interface TeamJersey extends StoredSummary {
  season: { code: string } | null;
  isHeld: boolean;
  isWished: boolean;
}

/** Every public jersey of a team's set, with what its card shows. */
export function teamJerseys(userId: string, teamId: string) {
  return queryOptions({
    queryKey: [...shelfKeys.lists(userId), "missing", teamId] as const,
    queryFn: async (): Promise<TeamJersey[]> => {
      const client = await browserClient();
      const rows = await allRows((from, to) =>
        client
          .from("jerseys")
          .select(`${SUMMARY}, season:seasons(code), user_collections(id), user_wishlists(id)`)
          .match({ team_id: teamId, status: "approved", is_active: true })
          .order("year", { ascending: false, nullsFirst: false })
          .order("id")
          .is("jersey_images.suggestion_id", null)
          .order("position", { referencedTable: "jersey_images" })
          .limit(1, { referencedTable: "jersey_images" })
          .range(from, to)
          .throwOnError(),
      );
      return rows
        .filter(({ kit_type }) => isInSet(kit_type))
        .map(({ user_collections, user_wishlists, ...jersey }) => ({
          ...jersey,
          isHeld: user_collections.length > 0,
          isWished: user_wishlists.length > 0,
        }));
    },
  });
}

/** Takes jerseys off the wishlist; idempotent. */
export async function wishNoMore(
  client: Client,
  userId: string,
  jerseyIds: readonly string[],
): Promise<void> {
  for (const some of stepsOf(jerseyIds)) {
    await client
      .from("user_wishlists")
      .delete()
      .eq("user_id", userId)
      .in("jersey_id", some)
      .throwOnError();
  }
}
