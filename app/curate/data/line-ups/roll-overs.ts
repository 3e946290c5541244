import type { Client } from "../../../shared/data/client.ts";
import type { LineUpTeam, RollOver } from "./line-ups.ts";

/** Copies the last line-ups of competitions into a draft; returns the season's id. */
export async function startRollOver(
  client: Client,
  values: { code: string; name: string; competitions: string[] },
): Promise<string> {
  const { data } = await client.rpc("start_roll_over", values).throwOnError();
  return data.season_id;
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
