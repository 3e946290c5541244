import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { lineUpKeys } from "./keys.ts";
import type { LineUpTeam, RollOver } from "./line-ups.ts";

/** Copies the last line-ups of competitions into a draft; returns the season's id. */
export async function startRollOver(
  client: Client,
  values: { code: string; name: string; competitions: string[] },
): Promise<string> {
  const { data } = await client.rpc("start_roll_over", values).throwOnError();
  return data.season_id;
}

/**
 * The competitions that are played every year: they have a line-up in the season before, and in the
 * one before that, unless none is known of it. World cups have their rhythm.
 * @param before the seasons before, the later one first
 */
export function yearlyCompetitions(
  competitions: readonly { id: string; is_active: boolean }[],
  before: readonly { id: string }[],
) {
  return queryOptions({
    queryKey: lineUpKeys.yearly(before.map(({ id }) => id)),
    queryFn: async () => {
      const client = await browserClient();
      const competition_ids = competitions.flatMap(({ id, is_active }) => (is_active ? id : []));
      const played = await Promise.all(
        before.map(async ({ id: in_season }) => {
          const asked = { competition_ids, in_season };
          const { data } = await client.rpc("line_up_sizes", asked).throwOnError();
          return new Set(data.map(({ competition_id }) => competition_id));
        }),
      );
      const known = played.filter(({ size }, n) => n === 0 || size > 0);
      return competition_ids.filter((id) => known.length > 0 && known.every((one) => one.has(id)));
    },
    staleTime: 0,
  });
}

/** Publishes the version of a draft that is on the screen. */
export async function publishRollOver(client: Client, { id, updated_at }: RollOver): Promise<void> {
  await client.rpc("publish_roll_over", { roll_over_id: id, seen: updated_at }).throwOnError();
}

/** Deletes a draft, and the season that was created for it. */
export async function discardRollOver(client: Client, { id }: RollOver): Promise<void> {
  await client.rpc("discard_roll_over", { roll_over_id: id }).throwOnError();
}

/** A change of a line-up. */
export interface LineUpChange {
  seasonId: string;
  competitionId: string;
  teams: readonly Pick<LineUpTeam, "id">[];
  /** The teams on the administrator's screen; the change is refused if they are outdated. */
  seen: readonly Pick<LineUpTeam, "id">[];
}

const idsOf = (teams: readonly Pick<LineUpTeam, "id">[]) => teams.map(({ id }) => id);

/** Replaces line-ups, all or none. */
export async function replaceLineUps(
  client: Client,
  changes: readonly LineUpChange[],
): Promise<void> {
  const line_ups = changes.map(({ seasonId, competitionId, teams, seen }) => ({
    season_id: seasonId,
    competition_id: competitionId,
    teams: idsOf(teams),
    seen: idsOf(seen),
  }));
  await client.rpc("replace_line_ups", { line_ups }).throwOnError();
}
