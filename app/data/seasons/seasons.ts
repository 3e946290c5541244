import type { Client } from "../client.ts";

/** The active seasons, newest first. */
export async function listSeasons(client: Client) {
  const { data } = await client
    .from("seasons")
    .select("id, code, name")
    .eq("is_active", true)
    .order("code", { ascending: false })
    .throwOnError();
  return data;
}

/** The seasons that have participations, newest first. */
export async function seasonsWithEntries(client: Client): Promise<Season[]> {
  const { data } = await client
    .from("seasons")
    .select("id, code, name, entries:team_seasons(team_id)")
    .eq("is_active", true)
    .order("code", { ascending: false })
    .limit(1, { referencedTable: "entries" })
    .throwOnError();
  return data
    .filter(({ entries }) => entries.length > 0)
    .map(({ id, code, name }) => ({ id, code, name }));
}

export type Season = Awaited<ReturnType<typeof listSeasons>>[number];

/**
 * The participations of active competitions, each in its newest season that has any: active
 * teams.
 */
export async function newestEntries(client: Client, competitionIds: string[]) {
  const { data } = await client
    .rpc("newest_line_ups", undefined, { get: true })
    .select("competition_id, season:seasons!inner(code, name), team:teams!inner(id, name, country)")
    .in("competition_id", competitionIds)
    .eq("teams.is_active", true)
    .throwOnError();
  return data;
}

/** The participations of competitions in a season: active teams. */
export async function seasonEntries(client: Client, seasonId: string, competitionIds: string[]) {
  const { data } = await client
    .from("team_seasons")
    .select("competition_id, season:seasons!inner(code, name), team:teams!inner(id, name, country)")
    .eq("season_id", seasonId)
    .in("competition_id", competitionIds)
    .eq("teams.is_active", true)
    .throwOnError();
  return data;
}
