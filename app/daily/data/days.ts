import type { JerseySummary, LocalName } from "../../shared/domain/jersey.ts";
import type { KitType } from "../../shared/domain/kit-types.ts";
import type { League } from "../../shared/domain/leagues.ts";
import type { Client } from "../../shared/data/client.ts";
import { jerseysByIds } from "../../shared/data/jerseys/by-ids.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import type { Day } from "../../shared/domain/day.ts";

/** What the catalogue knew of a jersey when it was drawn (`daily_shirts.facts`). */
interface StoredFacts {
  league: League;
  competition: string;
  season: string;
  year: number | null;
  team: string;
  team_slug: string;
  country: string | null;
  kit_type: KitType | null;
  colors: string[];
  anniversary: number | null;
}

/** What a day showed. */
export interface ShownDay {
  day: Day;
  facts: DayFacts;
  /** Null if it is no longer public. */
  jersey: JerseySummary | null;
  /** The jersey into which it was merged. */
  survivor: JerseySummary | null;
  /** True if a reviewer chose it in place of the one that was drawn. */
  isChosen: boolean;
}

/** The facts as they were drawn, of which a shirt can be drawn. */
export interface DayFacts {
  league: League;
  season: string;
  year: number | null;
  team: LocalName;
  team_slug: string;
  kit_type: KitType | null;
  teams: { colors: string[] };
  /** The age of the team, if it celebrated a round one. */
  anniversary: number | null;
}

const COLUMNS = "day, jersey_id, facts, swaps";

/** A day's row. */
export interface StoredDay {
  day: string;
  jersey_id: string;
  facts: unknown;
  swaps?: number;
}

/** The latest days that have begun, at most `limit`. */
export async function readLatestDays(client: Client, limit: number, lang: Language) {
  const { data } = await client
    .from("daily_shirts")
    .select(COLUMNS)
    .eq("kind", "shown")
    .order("day", { ascending: false })
    .limit(limit)
    .throwOnError();
  return withJerseys(client, data, lang);
}

/** The days between two, both included, the latest first. */
export async function readDays(client: Client, from: Day, to: Day, lang: Language) {
  const { data } = await client
    .from("daily_shirts")
    .select(COLUMNS)
    .eq("kind", "shown")
    .gte("day", from)
    .lte("day", to)
    .order("day", { ascending: false })
    .throwOnError();
  return withJerseys(client, data, lang);
}

/** The first day that showed a shirt; undefined before that. */
export async function readFirstDay(client: Client): Promise<Day | undefined> {
  const { data } = await client
    .from("daily_shirts")
    .select("day")
    .eq("kind", "shown")
    .order("day")
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data?.day;
}

/** Days with their jerseys; those that are gone with what they became. */
export async function withJerseys(
  client: Client,
  rows: readonly StoredDay[],
  lang: Language,
): Promise<ShownDay[]> {
  const jerseys = await jerseysByIds(
    client,
    rows.map(({ jersey_id }) => jersey_id),
    lang,
  );
  const missing = rows.flatMap(({ jersey_id: id }) => (jerseys.has(id) ? [] : [id]));
  const survivors = missing.length > 0 ? await survivorsOf(client, missing, lang) : undefined;
  return rows.map(({ day, jersey_id, facts, swaps = 0 }) => ({
    day,
    facts: localFacts(facts as StoredFacts, lang),
    jersey: jerseys.get(jersey_id) ?? null,
    survivor: survivors?.get(jersey_id) ?? null,
    isChosen: swaps > 0,
  }));
}

async function survivorsOf(client: Client, ids: readonly string[], lang: Language) {
  const { data } = await client
    .from("jersey_redirects")
    .select("from_id, into_id")
    .in("from_id", ids)
    .throwOnError();
  const jerseys = await jerseysByIds(
    client,
    data.map(({ into_id }) => into_id),
    lang,
  );
  return new Map(data.map(({ from_id, into_id }) => [from_id, jerseys.get(into_id)]));
}

function localFacts(facts: StoredFacts, lang: Language): DayFacts {
  const { league, season, year, team, team_slug, country, kit_type, colors, anniversary } = facts;
  return {
    ...{ league, season, year, team_slug, kit_type, anniversary },
    team: teamName({ name: team, country }, { slug: facts.competition }, lang),
    teams: { colors },
  };
}
