import { CsvError, parse } from "csv-parse/browser/esm/sync";

import type { LeagueTeam, LineUpCatalogue, LineUpSeason } from "../data/line-ups/line-ups.ts";
import { seasonName } from "../../shared/domain/season.ts";
import { slug, teamSlug } from "../../shared/domain/slug.ts";

/** A text under `csv.problems` in the namespace `adminLineUps`. */
export type CsvProblem =
  | "tooLarge"
  | "notUtf8"
  | "unreadable"
  | "noRows"
  | "columnMissing"
  | "seasonUnknown"
  | "competitionUnknown"
  | "teamUnknown"
  | "teamAmbiguous"
  | "otherLeague"
  | "twice";

/** Why a line is refused. */
export interface LineProblem {
  line: number;
  problem: CsvProblem;
  /** The column or value that the text names. */
  value: string;
}

/** The teams of a competition in a season, as a file lists them. */
export interface CsvLineUp {
  season: Pick<LineUpSeason, "id" | "name">;
  competition: { id: string; name: string };
  teams: LeagueTeam[];
}

const COLUMNS = ["season", "competition", "team"] as const;
const MAX_BYTES = 2_000_000;

type Fields = Partial<Record<(typeof COLUMNS)[number] | "home", string>>;

/** A refused line; caught where the line is read. */
class LineError extends Error {
  readonly problem: CsvProblem;
  readonly value: string;

  constructor(problem: CsvProblem, value: string) {
    super(problem);
    this.problem = problem;
    this.value = value;
  }
}

/** A file's text, or why it is none. Spreadsheets may write other encodings than UTF-8. */
export async function textOf(
  file: Blob,
): Promise<{ text: string; problem?: undefined } | { problem: CsvProblem }> {
  if (file.size > MAX_BYTES) return { problem: "tooLarge" };
  const bytes = await file.arrayBuffer();
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { problem: "notUtf8" };
  }
}

/**
 * Reads line-ups from CSV with the columns `season`, `competition`, `team`, and `home` where two
 * teams have the same slug. Names and codes stand for slugs too. Commas, semicolons and tabs
 * separate, as spreadsheets of different countries write them.
 */
export function readCsv(
  text: string,
  seasons: readonly Pick<LineUpSeason, "id" | "code" | "name">[],
  catalogue: LineUpCatalogue,
): { lineUps: CsvLineUp[]; problems: LineProblem[] } {
  const problems: LineProblem[] = [];
  const lineUps = new Map<string, CsvLineUp>();
  let rows: ReturnType<typeof records>;
  try {
    rows = records(text);
  } catch (error) {
    if (error instanceof LineError) {
      return { lineUps: [], problems: [{ line: 1, problem: error.problem, value: error.value }] };
    }
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error["lines"] ?? 1);
    return { lineUps: [], problems: [{ line, problem: "unreadable", value: "" }] };
  }
  const find = finder(catalogue);
  for (const { line, fields } of rows) {
    try {
      const season = oneOf(seasons, fields.season, ({ code, name }) => [
        code,
        name,
        seasonName(code) ?? code,
      ]);
      if (!season) throw new LineError("seasonUnknown", fields.season ?? "");
      const competition = find.competition(fields.competition);
      const team = find.team(fields, competition);
      const key = `${season.id} ${competition.id}`;
      const lineUp = lineUps.get(key) ?? { season, competition, teams: [] };
      if (lineUp.teams.includes(team)) throw new LineError("twice", team.name);
      lineUp.teams.push(team);
      lineUps.set(key, lineUp);
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      problems.push({ line, problem: error.problem, value: error.value });
    }
  }
  return { lineUps: [...lineUps.values()], problems };
}

/** The rows with their lines. */
function records(text: string): { line: number; fields: Fields }[] {
  const rows = parse(text, {
    bom: true,
    columns: (header: string[]) => header.map((column) => column.trim().toLowerCase()),
    delimiter: [",", ";", "\t"],
    info: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  }) as unknown as { record: Fields; info: { lines: number; columns: { name: string }[] } }[];
  if (rows.length === 0) throw new LineError("noRows", "");
  const missing = COLUMNS.filter((column) => !(column in rows[0]!.record));
  if (missing.length > 0) throw new LineError("columnMissing", missing.join(", "));
  return rows.map(({ record, info }) => ({ line: info.lines, fields: record }));
}

/** The row that one of its names calls, whatever its accents and capitals. */
function oneOf<Row>(
  rows: readonly Row[],
  called: string | undefined,
  names: (row: Row) => string[],
): Row | undefined {
  const wanted = slug(called ?? "");
  return wanted === ""
    ? undefined
    : rows.find((row) => names(row).some((name) => slug(name) === wanted));
}

function finder({ competitions, teams }: LineUpCatalogue) {
  const bySlug = Map.groupBy(teams, (team) => team.slug);
  const byName = Map.groupBy(teams, (team) => teamSlug(team.name));
  return {
    competition(called: string | undefined) {
      const found =
        oneOf(competitions, called, (row) => [row.slug]) ??
        oneOf(competitions, called, (row) => [row.name]);
      if (!found) throw new LineError("competitionUnknown", called ?? "");
      return found;
    },
    team({ team: called = "", home }: Fields, competition: LineUpCatalogue["competitions"][0]) {
      const wanted = slug(called);
      const all = bySlug.get(wanted) ?? byName.get(wanted) ?? [];
      const inLeague = all.filter(({ league }) => league === competition.league);
      if (wanted === "" || all.length === 0) throw new LineError("teamUnknown", called);
      if (inLeague.length === 0) throw new LineError("otherLeague", called);
      const atHome = inLeague.filter((team) => team.home === (home || competition.slug));
      const [found, ...others] = inLeague.length > 1 || home ? atHome : inLeague;
      if (!found && home) throw new LineError("teamUnknown", `${called} (${home})`);
      if (!found || others.length > 0) throw new LineError("teamAmbiguous", called);
      return found;
    },
  };
}
