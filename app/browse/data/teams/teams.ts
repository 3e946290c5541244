import type { Client } from "../../../shared/data/client.ts";

const TILE = "id, name, short_name, slug, city, country, colors";

/** An active team with its home competition; null if there is none. */
export async function readTeam(client: Client, id: string) {
  const { data } = await client
    .from("teams")
    .select(`${TILE}, founded_year, competition:competitions(id, name, slug, league, is_active)`)
    .eq("id", id)
    .eq("is_active", true)
    .maybeSingle()
    .throwOnError();
  return data;
}

export type Team = NonNullable<Awaited<ReturnType<typeof readTeam>>>;

/** The id of the team into which another was merged; null if it wasn't merged. */
export async function readMergedTeam(client: Client, id: string): Promise<string | null> {
  const { data } = await client
    .from("team_redirects")
    .select("into_id")
    .eq("from_id", id)
    .maybeSingle()
    .throwOnError();
  return data?.into_id ?? null;
}

/** The active home teams of a competition. */
async function homeTeams(client: Client, competitionId: string) {
  const { data } = await client
    .from("teams")
    .select(TILE)
    .eq("competition_id", competitionId)
    .eq("is_active", true)
    .throwOnError();
  return data;
}

type TeamTile = Awaited<ReturnType<typeof homeTeams>>[number];

/** The participants of a competition, and their season. */
export interface Participants {
  season: { id: string; name: string } | null;
  teams: TeamTile[];
}

/** True if the newest known season of a competition is a year, not two. */
export async function isPlayedWithinYear(client: Client, competitionId: string): Promise<boolean> {
  const newest = await newestSeason(client, competitionId);
  return newest !== null && !newest.code.includes("-");
}

async function newestSeason(client: Client, competitionId: string) {
  const { data } = await client
    .from("team_seasons")
    .select("season:seasons!inner(id, name, code)")
    .eq("competition_id", competitionId)
    .eq("seasons.is_active", true)
    .order("seasons(code)", { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data?.season ?? null;
}

/**
 * The teams of a competition in the newest season with participations; without any, its home teams.
 */
export async function currentParticipants(
  client: Client,
  competitionId: string,
): Promise<Participants> {
  const newest = await newestSeason(client, competitionId);
  if (!newest) return { season: null, teams: await homeTeams(client, competitionId) };
  const { id, name } = newest;
  const { data: entries } = await client
    .from("team_seasons")
    .select(`team:teams!inner(${TILE})`)
    .eq("competition_id", competitionId)
    .eq("season_id", id)
    .eq("teams.is_active", true)
    .throwOnError();
  return { season: { id, name }, teams: entries.map(({ team }) => team) };
}
