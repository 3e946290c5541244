import { z } from "zod";

import { folded } from "../../../app/shared/domain/words.ts";
import { LANGUAGES } from "../../../app/shared/i18n/languages.ts";
import { StartError } from "../../operate/start-error.ts";
import { Problems, readRows, type Row } from "./csv.ts";

const SHOWN_PROBLEMS = 20;

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "not a slug");
/** Two years, or one where a competition is played within a year. */
const season = z.string().regex(/^\d{4}(-\d{2})?$/, "not a season like 2024-25 or 2024");
const league = z.enum(["NBA", "NFL", "NHL", "SOCCER", "ESPORT"], "not a league");
const text = (max: number) => z.string().trim().min(2, "missing").max(max, "too long");
const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max, "too long")
    .transform((value) => value || null);
/** An ISO 3166-1 code, or a nation of the United Kingdom; none for international competitions. */
const country = z
  .string()
  .regex(/^([A-Z]{2}|GB-(ENG|SCT|WLS|NIR))?$/, "not a country code like FR or GB-ENG")
  .transform((value) => value || null);
const whole = z.string().regex(/^\d+$/, "not a whole number").transform(Number);
const founded = z
  .string()
  .regex(/^((18|19|20)\d\d)?$/, "not a year")
  .transform((value) => (value ? Number(value) : null));
const colors = z
  .string()
  .regex(/^(#[0-9a-f]{6}( #[0-9a-f]{6}){1,2})?$/, "not two or three colours like #da291c #ffffff")
  .transform((value) => value.split(" ").filter(Boolean));

const Competition = z.object({
  slug,
  name: text(120),
  league,
  sport: league,
  country,
  priority: whole,
});
const Season = z.object({ code: season, name: text(40) });
const Brand = z.object({ name: text(80), priority: whole });
const Team = z.object({
  slug,
  name: text(120),
  short_name: optional(60),
  city: optional(80),
  country,
  founded_year: founded,
  competition: slug,
  colors,
});
const Alias = z.object({
  team: slug,
  /** Whose readers call the team so; empty: everybody. */
  language: z
    .enum(["", ...LANGUAGES], "not a language of the site")
    .transform((value) => value || null),
  alias: text(60),
});
const Run = z.object({ team: slug, competition: slug, first_season: season, last_season: season });

type Competition = z.infer<typeof Competition>;
type Season = z.infer<typeof Season>;
type Brand = z.infer<typeof Brand>;
export type Team = z.infer<typeof Team>;
type Alias = z.infer<typeof Alias>;

/** A team takes part in a competition in a season. */
interface Participation {
  team: string;
  competition: string;
  season: string;
}

export interface Catalogue {
  competitions: Competition[];
  seasons: Season[];
  brands: Brand[];
  teams: Team[];
  aliases: Alias[];
  participations: Participation[];
}

/**
 * Reads and checks the catalogue's files.
 * @throws {StartError} with every bad row's file, line and reason
 */
export async function readCatalogue(directory: string): Promise<Catalogue> {
  const problems = new Problems();
  const [competitions, seasons, brands, teams, aliases, runs] = await Promise.all([
    readRows(directory, "competitions.csv", Competition, problems),
    readRows(directory, "seasons.csv", Season, problems),
    readRows(directory, "brands.csv", Brand, problems),
    readRows(directory, "teams.csv", Team, problems),
    readRows(directory, "team_aliases.csv", Alias, problems),
    readRows(directory, "team_seasons.csv", Run, problems),
  ]);
  const competitionOf = unique("competitions.csv", competitions, (row) => row.slug, problems);
  const seasonOf = unique("seasons.csv", seasons, (row) => row.code, problems);
  const teamOf = unique("teams.csv", teams, (row) => row.slug, problems);
  unique("brands.csv", brands, (row) => row.name, problems);
  const aliasKey = ({ team, alias }: Alias) => `${team} ${folded(alias)}`;
  unique("team_aliases.csv", aliases, aliasKey, problems);

  // A reference to a bad row would only repeat its problem.
  if (problems.lines.length === 0) {
    refer("teams.csv", teams, "competition", competitionOf, problems);
    refer("team_aliases.csv", aliases, "team", teamOf, problems);
    refer("team_seasons.csv", runs, "team", teamOf, problems);
    refer("team_seasons.csv", runs, "competition", competitionOf, problems);
    refer("team_seasons.csv", runs, "first_season", seasonOf, problems);
    refer("team_seasons.csv", runs, "last_season", seasonOf, problems);
  }
  const participations = expand(runs, [...seasonOf.keys()].sort(), problems);
  if (problems.lines.length > 0) throw new StartError(firstLines(problems.lines));

  const values = <T>(rows: Row<T>[]) => rows.map((row) => row.values);
  return {
    competitions: values(competitions),
    seasons: values(seasons),
    brands: values(brands),
    teams: values(teams),
    aliases: values(aliases),
    participations,
  };
}

function unique<T>(
  file: string,
  rows: Row<T>[],
  key: (values: T) => string,
  problems: Problems,
): Map<string, T> {
  const known = new Map<string, T>();
  for (const { line, values } of rows) {
    if (known.has(key(values))) problems.add(file, line, `"${key(values)}" is there twice`);
    known.set(key(values), values);
  }
  return known;
}

function refer<K extends string>(
  file: string,
  rows: Row<Record<K, string>>[],
  column: K,
  known: ReadonlyMap<string, unknown>,
  problems: Problems,
): void {
  const what = column.replace(/^.*_/, "");
  for (const { line, values } of rows) {
    if (!known.has(values[column])) problems.add(file, line, `unknown ${what} "${values[column]}"`);
  }
}

/**
 * Expands ranges of seasons, both ends included, to one participation per season. A range of years
 * contains no season of two years, and the reverse.
 */
function expand(
  runs: Row<z.infer<typeof Run>>[],
  seasons: string[],
  problems: Problems,
): Participation[] {
  const found = new Map<string, Participation>();
  for (const { line, values } of runs) {
    const { team, competition, first_season, last_season } = values;
    if (first_season > last_season) {
      problems.add("team_seasons.csv", line, "the last season is before the first");
    }
    if (first_season.length !== last_season.length) {
      problems.add("team_seasons.csv", line, "one end is a year, the other a season of two years");
    }
    for (const season of seasons) {
      if (season.length !== first_season.length) continue;
      if (season < first_season || season > last_season) continue;
      const key = `${team} ${competition} ${season}`;
      if (found.has(key)) problems.add("team_seasons.csv", line, `"${key}" is there twice`);
      found.set(key, { team, competition, season });
    }
  }
  return [...found.values()];
}

function firstLines(lines: string[]): string {
  const more = lines.length - SHOWN_PROBLEMS;
  return [...lines.slice(0, SHOWN_PROBLEMS), ...(more > 0 ? [`… and ${more} more`] : [])].join(
    "\n",
  );
}
