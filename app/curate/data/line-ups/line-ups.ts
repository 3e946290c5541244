import { queryOptions } from "@tanstack/react-query";

import type { League } from "../../../shared/domain/leagues.ts";
import { allRows } from "../../../shared/data/all-rows.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { lineUpKeys } from "./keys.ts";

/** A team as lists of line-ups show it. */
export interface LineUpTeam {
  id: string;
  name: string;
  country: string | null;
  /** The slug of its home competition. */
  home: string;
}

/** The teams of a competition in a season. */
export interface LineUp {
  competitionId: string;
  teams: LineUpTeam[];
  /** Visitors don't see it yet. */
  isDraft: boolean;
  /** The season whose line-up was copied into the draft. */
  sourceSeasonId: string | null;
}

const TEAM = "id, name, country, home:competitions(slug)";

interface TeamRow {
  id: string;
  name: string;
  country: string | null;
  home: { slug: string };
}

const teamOf = ({ home, ...team }: TeamRow): LineUpTeam => ({ ...team, home: home.slug });

/** All seasons with their roll-overs, newest first. */
export function lineUpSeasons() {
  return queryOptions({
    queryKey: lineUpKeys.seasons(),
    queryFn: async () => fetchSeasons(await browserClient()),
    staleTime: 0,
  });
}

async function fetchSeasons(client: Client) {
  const { data } = await client
    .from("seasons")
    .select(
      "id, code, name, is_active, updated_at, entries:team_seasons(team_id), rollOvers:roll_overs(id, published_at, updated_at)",
    )
    .order("code", { ascending: false })
    .order("published_at", { referencedTable: "rollOvers", ascending: false, nullsFirst: true })
    .limit(1, { referencedTable: "entries" })
    .throwOnError();
  return data.map(({ entries, rollOvers, ...season }) => ({
    ...season,
    hasLineUps: entries.length > 0,
    /** The draft, or else what was published last. */
    rollOver: rollOvers[0],
  }));
}

export type LineUpSeason = Awaited<ReturnType<typeof fetchSeasons>>[number];
export type RollOver = NonNullable<LineUpSeason["rollOver"]>;

/** The line-ups of a season, its draft included. */
export function seasonLineUps(seasonId: string) {
  return queryOptions({
    queryKey: lineUpKeys.season(seasonId),
    queryFn: async () => readLineUps(await browserClient(), seasonId),
    enabled: seasonId !== "",
    staleTime: 0,
  });
}

/** Reads the line-ups of a season as an administrator sees them. */
export async function readLineUps(client: Client, seasonId: string): Promise<LineUp[]> {
  const [entries, { data: draft }] = await Promise.all([
    allRows((from, to) =>
      client
        .from("team_seasons")
        .select(`competition_id, team:teams!inner(${TEAM})`)
        .eq("season_id", seasonId)
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
    client
      .from("roll_overs")
      .select("id, competitions:roll_over_competitions(competition_id, source_season_id)")
      .eq("season_id", seasonId)
      .is("published_at", null)
      .maybeSingle()
      .throwOnError(),
  ]);
  const lineUps = new Map<string, LineUp>();
  // A public line-up wins: the database changes that one too.
  for (const { competition_id, source_season_id } of draft?.competitions ?? []) {
    const isDraft = !entries.some((entry) => entry.competition_id === competition_id);
    lineUps.set(competition_id, {
      competitionId: competition_id,
      teams: [],
      isDraft,
      sourceSeasonId: source_season_id,
    });
  }
  for (const { competition_id: competitionId, team } of entries) {
    const known = lineUps.get(competitionId);
    if (known) known.teams.push(teamOf(team));
    else {
      const teams = [teamOf(team)];
      lineUps.set(competitionId, { competitionId, teams, isDraft: false, sourceSeasonId: null });
    }
  }
  const drafted = draft ? await draftedTeams(client, draft.id) : [];
  for (const { competition_id, team } of drafted) {
    const lineUp = lineUps.get(competition_id);
    if (lineUp?.isDraft) lineUp.teams.push(teamOf(team));
  }
  return [...lineUps.values()];
}

const draftedTeams = (client: Client, rollOverId: string) =>
  allRows((from, to) =>
    client
      .from("roll_over_teams")
      .select(`competition_id, team:teams!inner(${TEAM})`)
      .eq("roll_over_id", rollOverId)
      .order("id")
      .range(from, to)
      .throwOnError(),
  );

export interface LineUpCompetition {
  id: string;
  name: string;
  slug: string;
  league: League;
  priority: number;
  is_active: boolean;
}

export interface NamedLineUp extends LineUp {
  competition: LineUpCompetition;
}

export interface LeagueTeam extends LineUpTeam {
  league: League;
}

/** All competitions and all active teams. */
export interface LineUpCatalogue {
  competitions: LineUpCompetition[];
  teams: LeagueTeam[];
}

/** What line-ups are made of: competitions and teams. */
export function lineUpCatalogue() {
  return queryOptions({
    queryKey: lineUpKeys.catalogue(),
    queryFn: async () => fetchCatalogue(await browserClient()),
    staleTime: 60_000,
  });
}

async function fetchCatalogue(client: Client): Promise<LineUpCatalogue> {
  const [competitions, teams] = await Promise.all([
    allRows((from, to) =>
      client
        .from("competitions")
        .select("id, name, slug, league, priority, is_active")
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
    allRows((from, to) =>
      client
        .from("teams")
        .select("id, name, country, home:competitions(slug, league)")
        .eq("is_active", true)
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
  ]);
  return {
    competitions,
    teams: teams.map((team) => ({ ...teamOf(team), league: team.home.league })),
  };
}
