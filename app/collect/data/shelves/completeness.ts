import { queryOptions } from "@tanstack/react-query";

import type { StoredSummary } from "../../../shared/domain/jersey.ts";
import { allRows } from "../../../shared/data/all-rows.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { countJerseys } from "../../../shared/data/counts/counts.ts";
import type { Client } from "../../../shared/data/client.ts";
import { queryClient } from "../../../shared/data/query-client.ts";
import { type CollectedTeam, collectedTeams } from "./collected-teams.ts";
import { shelfKeys } from "./keys.ts";

/** The set of jerseys that a collection can complete. */
export type Scope = { team_id: string } | { competition_id: string };

/** A jersey of such a set. */
export interface CollectibleJersey extends Pick<
  StoredSummary,
  "id" | "title" | "team" | "teams" | "team_slug" | "kit_type" | "kit_type_slug" | "year"
> {
  isHeld: boolean;
  isWished: boolean;
}

/** Larger sets have no completeness: nobody completes them, and no browser should load them. */
const LARGEST_SET = 1000;

/**
 * Every public jersey of a team or competition, and whether the member has or wishes for it; none
 * if there are too many to collect.
 */
export function completeness(userId: string, scope: Scope) {
  return queryOptions({
    queryKey: shelfKeys.completeness(userId, scope),
    queryFn: async (): Promise<CollectibleJersey[]> => {
      const client = await browserClient();
      const counted =
        "team_id" in scope
          ? ({ kind: "team", key: scope.team_id } as const)
          : ({ kind: "competition", key: scope.competition_id } as const);
      if ((await countJerseys(client, counted)) > LARGEST_SET) return [];
      const rows = await allRows((from, to) =>
        collectible(client)
          .match(scope)
          .order("year", { ascending: false, nullsFirst: false })
          .order("id")
          .range(from, to)
          .throwOnError(),
      );
      return rows.map(withShelves);
    },
  });
}

const collectible = (client: Client) =>
  client
    .from("jerseys")
    .select(
      "id, title, team, team_id, team_slug, kit_type, kit_type_slug, year, teams(colors, country, competition:competitions(slug)), user_collections(id), user_wishlists(id)",
    )
    .match({ status: "approved", is_active: true });

const withShelves = <Jersey extends { user_collections: unknown[]; user_wishlists: unknown[] }>({
  user_collections,
  user_wishlists,
  ...jersey
}: Jersey) => ({
  ...jersey,
  isHeld: user_collections.length > 0,
  isWished: user_wishlists.length > 0,
});

/** The teams that a member collects most with the public jerseys of each, as far as one answer holds all of a team's. */
export function collectedSets(userId: string, most: number) {
  return queryOptions({
    queryKey: [...shelfKeys.teams(userId, most), "jerseys"] as const,
    queryFn: async () =>
      readCollectedSets(await queryClient.fetchQuery(collectedTeams(userId, most))),
  });
}

/** A team that a member collects, with its jerseys. */
export type CollectedSet = Awaited<ReturnType<typeof readCollectedSets>>[number];

async function readCollectedSets(teams: CollectedTeam[]) {
  const client = await browserClient();
  const { data } = await collectible(client)
    .in(
      "team_id",
      teams.map(({ id }) => id),
    )
    .order("team_id")
    .order("year", { ascending: false, nullsFirst: false })
    .order("id")
    .limit(LARGEST_SET)
    .throwOnError();
  // A full answer may have cut off the jerseys of its last team, and has none of those after it.
  const cut = data.length === LARGEST_SET ? data.at(-1)?.team_id : undefined;
  return teams.flatMap((team) => {
    const jerseys = data.filter(({ team_id }) => team_id === team.id).map(withShelves);
    return team.id === cut || jerseys.length === 0 ? [] : [{ team, jerseys }];
  });
}

/** Puts jerseys on the wishlist; idempotent. */
export async function wishFor(client: Client, userId: string, jerseyIds: string[]): Promise<void> {
  await client
    .from("user_wishlists")
    .upsert(
      jerseyIds.map((jersey_id) => ({ user_id: userId, jersey_id })),
      { onConflict: "user_id,jersey_id", ignoreDuplicates: true },
    )
    .throwOnError();
}
