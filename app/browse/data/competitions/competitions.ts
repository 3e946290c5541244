import type { League } from "../../../shared/domain/leagues.ts";
import { localJersey } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import type { Client } from "../../../shared/data/client.ts";
import { inSteps } from "../../../shared/data/in-steps.ts";
import { readLineUpSizes } from "../seasons/seasons.ts";
import { SUMMARY as JERSEY } from "../../../shared/data/jerseys/columns.ts";

const SUMMARY = "id, name, slug, league, country";

/** The active competitions by league, then by priority (docs/product/browse.md 3.6). */
export async function listCompetitions(client: Client, league?: League) {
  const query = client.from("competitions").select(SUMMARY).eq("is_active", true);
  const { data } = await (league ? query.eq("league", league) : query)
    .order("league")
    .order("priority", { ascending: false })
    .order("name")
    .throwOnError();
  return data;
}

export type Competition = Awaited<ReturnType<typeof listCompetitions>>[number];

/** The same, each with its best rated public jersey, if it has any. */
export async function competitionsWithBest(
  client: Client,
  { league, lang }: { league?: League; lang: Language },
) {
  const jerseys = { referencedTable: "jerseys" } as const;
  const query = client
    .from("competitions")
    .select(`${SUMMARY}, jerseys(${JERSEY})`)
    .eq("is_active", true)
    .eq("jerseys.status", "approved")
    .eq("jerseys.is_active", true);
  const { data } = await (league ? query.eq("league", league) : query)
    .order("league")
    .order("priority", { ascending: false })
    .order("name")
    .order("score", { ...jerseys, ascending: false })
    .order("id", { ...jerseys, ascending: false })
    .limit(1, jerseys)
    .order("position", { referencedTable: "jerseys.images" })
    .limit(1, { referencedTable: "jerseys.images" })
    .throwOnError();
  return data.map(({ jerseys: [best], ...competition }) => ({
    ...competition,
    best: best && localJersey(best, lang),
  }));
}

/** How many public jerseys a competition has, and teams in its newest line-up: 0 where none is known. */
export interface CompetitionFigures {
  jerseys: number;
  teams: number;
}

/** The figures of these competitions: stored counts, and the sizes of line-ups. */
export async function competitionFigures(
  client: Client,
  ids: readonly string[],
): Promise<Map<string, CompetitionFigures>> {
  const [counts, sizes] = await Promise.all([
    inSteps(ids, async (keys) => {
      const { data } = await client
        .from("jersey_counts")
        .select("key, jerseys")
        .eq("kind", "competition")
        .in("key", keys)
        .throwOnError();
      return data;
    }),
    inSteps(ids, (competitionIds) =>
      readLineUpSizes(client, { competitionIds, seasonId: undefined }),
    ),
  ]);
  const jerseys = new Map(counts.map((row) => [row.key!, row.jerseys!]));
  const teams = new Map(sizes.map((row) => [row.competition_id, row.teams]));
  return new Map(
    ids.map((id) => [id, { jerseys: jerseys.get(id) ?? 0, teams: teams.get(id) ?? 0 }]),
  );
}

/** An active competition; null if there is none. */
export async function readCompetition(client: Client, id: string): Promise<Competition | null> {
  const { data } = await client
    .from("competitions")
    .select(SUMMARY)
    .eq("id", id)
    .eq("is_active", true)
    .maybeSingle()
    .throwOnError();
  return data;
}
