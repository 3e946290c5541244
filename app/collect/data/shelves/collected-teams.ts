import { queryOptions } from "@tanstack/react-query";

import { allRows } from "../../../shared/data/all-rows.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { isInSet, KIT_TYPES } from "../../../shared/domain/kit-types.ts";
import { shelfKeys } from "./keys.ts";

/** Of jerseys, those of a team's set (docs/product/collect.md 25.26). */
const IN_SET = `kit_type.is.null,kit_type.in.(${KIT_TYPES.filter(isInSet).join(",")})`;

/** The teams of whose sets a member has most copies, in descending order; of as many, the team added to last. */
export function collectedTeams(userId: string, most: number) {
  return queryOptions({
    queryKey: shelfKeys.teams(userId, most),
    queryFn: () => readTeams(userId, most),
  });
}

export type CollectedTeam = Awaited<ReturnType<typeof readTeams>>[number];

async function readTeams(userId: string, most: number) {
  const client = await browserClient();
  const rows = await allRows((from, to) =>
    client
      .from("copies")
      .select(
        "jersey:jerseys!inner(team:teams!inner(id, name, country, colors, is_active, competition:competitions(slug)), league)",
      )
      .eq("owner_id", userId)
      .is("removed_at", null)
      .eq("jersey.team.is_active", true)
      .or(IN_SET, { referencedTable: "jersey" })
      .order("created_at", { ascending: false })
      .order("id")
      .range(from, to)
      .throwOnError(),
  );
  const held = Map.groupBy(rows, ({ jersey }) => jersey.team.id);
  return [...held.values()]
    .sort((one, other) => other.length - one.length)
    .slice(0, most)
    .flatMap(([newest]) =>
      newest ? [{ ...newest.jersey.team, league: newest.jersey.league }] : [],
    );
}
