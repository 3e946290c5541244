import type { Client } from "../../shared/data/client.ts";
import {
  type LineUpCatalogue,
  type LineUpSeason,
  type LineUpTeam,
  readLineUps,
} from "../data/line-ups/line-ups.ts";
import type { LineUpChange } from "../data/line-ups/roll-overs.ts";
import type { LineProblem } from "./read-csv.ts";

/** What a file would change in one competition of one season. */
interface CsvChange extends LineUpChange {
  season: string;
  competition: string;
  added: LineUpTeam[];
  removed: LineUpTeam[];
}

/** A file that was read: what it changes, or which lines are refused. */
export interface CsvPreview {
  file: string;
  changes: CsvChange[];
  problems: LineProblem[];
}

/** Reads a file and compares it with the stored line-ups. Loads the parser on demand. */
export async function previewCsv(
  client: Client,
  file: File,
  seasons: LineUpSeason[],
  catalogue: LineUpCatalogue,
): Promise<CsvPreview> {
  const { readCsv, textOf } = await import("./read-csv.ts");
  const read = await textOf(file);
  if (read.problem) {
    return { file: file.name, changes: [], problems: [{ line: 1, value: "", ...read }] };
  }
  const { lineUps, problems } = readCsv(read.text, seasons, catalogue);
  if (problems.length > 0) return { file: file.name, changes: [], problems };
  const stored = new Map(
    await Promise.all(
      [...new Set(lineUps.map(({ season }) => season.id))].map(
        async (id) => [id, await readLineUps(client, id)] as const,
      ),
    ),
  );
  const changes = lineUps.map(({ season, competition, teams }): CsvChange => {
    const seen =
      stored.get(season.id)?.find(({ competitionId }) => competitionId === competition.id)?.teams ??
      [];
    return {
      seasonId: season.id,
      competitionId: competition.id,
      season: season.name,
      competition: competition.name,
      teams,
      seen,
      added: without(teams, seen),
      removed: without(seen, teams),
    };
  });
  return {
    file: file.name,
    changes: changes.filter(({ added, removed }) => added.length + removed.length > 0),
    problems: [],
  };
}

/** The teams of one list that are not in another. */
function without(teams: readonly LineUpTeam[], others: readonly LineUpTeam[]): LineUpTeam[] {
  const known = new Set(others.map(({ id }) => id));
  return teams.filter(({ id }) => !known.has(id));
}
