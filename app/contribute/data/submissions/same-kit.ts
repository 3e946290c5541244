import { queryOptions } from "@tanstack/react-query";

import type { KitType } from "../../../shared/domain/kit-types.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { SUMMARY } from "../../../shared/data/jerseys/columns.ts";
import { submissionKeys } from "./keys.ts";

/** What decides which jerseys may be the one that a member is about to submit. */
export interface SameKit {
  userId: string;
  /** The team's row, or the slug of its name if it has none. */
  team: { id: string } | { slug: string };
  seasonId: string;
  kitType: KitType;
}

/** More are on the page of the variation. */
const MOST = 4;

/**
 * Jerseys of that team and season, of that kit type or of none that is said: public ones, the best rated first, and the member's own
 * that wait for a decision. Undefined facts ask nothing.
 */
export function sameKits(kit: SameKit | undefined) {
  return queryOptions({
    queryKey: submissionKeys.sameKits(kit),
    queryFn: async () => readSameKits(await browserClient(), kit!),
    enabled: kit !== undefined,
  });
}

async function readSameKits(client: Client, { userId, team, seasonId, kitType }: SameKit) {
  const [column, value] =
    "id" in team ? (["team_id", team.id] as const) : (["team_slug", team.slug] as const);
  const { data, count } = await client
    .from("jerseys")
    .select(`${SUMMARY}, status, author_id`, { count: "exact" })
    .eq(column, value)
    .eq("season_id", seasonId)
    // One whose type nobody has said may be of this one.
    .or(`kit_type.eq.${kitType},kit_type.is.null`)
    // Administrators may read everyone's.
    .or(`and(status.eq.approved,is_active.eq.true),and(status.eq.pending,author_id.eq.${userId})`)
    .order("score", { ascending: false })
    .order("id", { ascending: false })
    .is("jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" })
    .limit(MOST)
    .throwOnError();
  return { jerseys: data, count: count ?? data.length };
}
