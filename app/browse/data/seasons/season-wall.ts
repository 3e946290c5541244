import type { StoredSummary } from "../../../shared/domain/jersey.ts";
import type { WallCount } from "../../domain/season-wall.ts";
import type { Client } from "../../../shared/data/client.ts";
import { SUMMARY } from "../../../shared/data/jerseys/columns.ts";
import type { Season } from "./seasons.ts";

/** An active season by its code; null if there is none. */
export async function readSeasonByCode(client: Client, code: string): Promise<Season | null> {
  const { data } = await client
    .from("seasons")
    .select("id, code, name")
    .eq("code", code)
    .eq("is_active", true)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** A jersey of a wall as it is stored. */
export type StoredWallJersey = StoredSummary & { team_id: string | null };

/**
 * What the wall of a season is made of: the teams of the line-up, the best rated jersey of every
 * team and kit type, and how many of each there are.
 */
export async function readSeasonWall(client: Client, competitionId: string, seasonId: string) {
  const scope = { competition_id: competitionId, season_id: seasonId };
  const [entries, jerseys, counts] = await Promise.all([
    client
      .from("team_seasons")
      .select("team:teams!inner(id, name, country, colors)")
      .eq("competition_id", competitionId)
      .eq("season_id", seasonId)
      .eq("teams.is_active", true)
      .throwOnError(),
    client
      .rpc("season_wall", scope, { get: true })
      .select(`${SUMMARY}, team_id`)
      .order("score", { ascending: false })
      .order("id", { ascending: false })
      .order("position", { referencedTable: "jersey_images" })
      .limit(1, { referencedTable: "jersey_images" })
      .throwOnError(),
    client.rpc("season_kits", scope, { get: true }).throwOnError(),
  ]);
  return {
    lineUp: entries.data.map(({ team }) => team),
    jerseys: jerseys.data as StoredWallJersey[],
    counts: counts.data as WallCount[],
  };
}
