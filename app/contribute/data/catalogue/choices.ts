import { queryOptions } from "@tanstack/react-query";

import type { League } from "../../../shared/domain/leagues.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { choiceKeys } from "../../../shared/data/catalogue/keys.ts";

/** Choices of forms may be this old, in milliseconds; each list is small and changes rarely. */
export const STALE_MS = 5 * 60_000;

export interface Choice {
  id: string;
  name: string;
}

/** A choice of a list that begins with the common ones; `priorityOrder` sorts it where it is shown. */
export interface RankedChoice extends Choice {
  priority: number;
}

export interface CompetitionChoice extends RankedChoice {
  slug: string;
}

export interface TeamChoice extends Choice {
  colors: string[];
  country: string | null;
  competition: { slug: string } | null;
}

/** The active competitions of a league. */
export function competitionChoices(league: League | undefined) {
  return queryOptions({
    queryKey: choiceKeys.competitions(league),
    queryFn: async () => fetchCompetitions(await browserClient(), league!),
    enabled: league !== undefined,
    staleTime: STALE_MS,
  });
}

async function fetchCompetitions(client: Client, league: League): Promise<CompetitionChoice[]> {
  const { data } = await client
    .from("competitions")
    .select("id, name, slug, priority")
    .eq("league", league)
    .eq("is_active", true)
    .throwOnError();
  return data;
}

export interface SeasonChoice extends Choice {
  code: string;
}

/** The seasons, newest first. */
export function seasonChoices() {
  return queryOptions({
    queryKey: choiceKeys.seasons(),
    queryFn: async () => fetchSeasons(await browserClient()),
    staleTime: STALE_MS,
  });
}

async function fetchSeasons(client: Client): Promise<SeasonChoice[]> {
  const { data } = await client
    .from("seasons")
    .select("id, name, code")
    .eq("is_active", true)
    .order("code", { ascending: false })
    .throwOnError();
  return data;
}

/**
 * The teams that took part in a competition in a season; without participations in that season, the
 * competition's home teams.
 */
export function teamChoices(competitionId: string, seasonId: string) {
  return queryOptions({
    queryKey: choiceKeys.teams(competitionId, seasonId),
    queryFn: async () => fetchTeams(await browserClient(), competitionId, seasonId),
    enabled: competitionId !== "" && seasonId !== "",
    staleTime: STALE_MS,
  });
}

const TEAM = "id, name, colors, country, competition:competitions(slug)";

async function fetchTeams(
  client: Client,
  competitionId: string,
  seasonId: string,
): Promise<TeamChoice[]> {
  const { data: entries } = await client
    .from("team_seasons")
    .select(`team:teams!inner(${TEAM})`)
    .eq("competition_id", competitionId)
    .eq("season_id", seasonId)
    .eq("teams.is_active", true)
    .throwOnError();
  if (entries.length > 0) return entries.map(({ team }) => team);
  const { data: teams } = await client
    .from("teams")
    .select(TEAM)
    .eq("competition_id", competitionId)
    .eq("is_active", true)
    .throwOnError();
  return teams;
}

/** The brands. */
export function brandChoices() {
  return queryOptions({
    queryKey: choiceKeys.brands(),
    queryFn: async () => fetchBrands(await browserClient()),
    staleTime: STALE_MS,
  });
}

async function fetchBrands(client: Client): Promise<RankedChoice[]> {
  const { data } = await client.from("brands").select("id, name, priority").throwOnError();
  return data;
}

/** What stands on the front of jerseys, the most frequent first. */
export function sponsorNames() {
  return queryOptions({
    queryKey: choiceKeys.sponsors(),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .from("sponsors")
        .select("name")
        .order("jerseys", { ascending: false })
        .limit(1_000)
        .throwOnError();
      return data.flatMap(({ name }) => name ?? []);
    },
    staleTime: STALE_MS,
  });
}

/** A team chosen by a link or in a draft; the list of a season may lack it. */
export function chosenTeam(id: string | undefined) {
  return queryOptions({
    queryKey: choiceKeys.team(id),
    queryFn: async () => fetchTeam(await browserClient(), id!),
    enabled: id !== undefined,
    staleTime: STALE_MS,
  });
}

/** A team by its id, for links that name one (`/submit?team=…`). */
export async function fetchTeam(client: Client, id: string) {
  const { data } = await client
    .from("teams")
    .select(`${TEAM}, competition_id`)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** Where a team plays, and where it played by season. */
export function teamCompetitions(id: string | undefined) {
  return queryOptions({
    queryKey: choiceKeys.teamCompetitions(id),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .from("teams")
        .select(
          "competition:competitions(id, league, country), team_seasons(season_id, competition:competitions!inner(id, league, country, priority))",
        )
        .eq("id", id!)
        .eq("team_seasons.competition.is_active", true)
        .maybeSingle()
        .throwOnError();
      return data;
    },
    enabled: id !== undefined,
    staleTime: STALE_MS,
  });
}

/** A competition by its id, for links that name one (`/submit?competition=…`). */
export async function fetchCompetition(client: Client, id: string) {
  const { data } = await client
    .from("competitions")
    .select("id, league")
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}
