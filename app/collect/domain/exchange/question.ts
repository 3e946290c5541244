import type { ExchangedJersey } from "./collection-file.ts";
import { jerseyWords } from "./jersey-words.ts";
import type { Line, ReadLine } from "./read-line.ts";

type Read = Pick<ReadLine, "values"> & { line: Line };

/** The jersey of a line. Beside a column for teams, the title says the season and the kit that no column does. */
export function jerseyOfLine({ line: { jersey }, values }: Read): ExchangedJersey {
  const words = jersey.team && values.title ? jerseyWords(values.title) : undefined;
  return {
    ...jersey,
    season: jersey.season ?? (jersey.year === null ? (words?.season ?? null) : null),
    kit_type: jersey.kit_type ?? (values.kit_type ? null : (words?.kit_type ?? null)),
  };
}

/** True if the file says which sport a line is about; otherwise the screen's choice stands for all. */
export function saysLeague({ line: { emptied }, values }: Read): boolean {
  return Boolean(values.league) && !emptied.some(({ column }) => column === "league");
}

/** What the database is asked about a line (`match_copies`). */
export function questionOf(read: Read) {
  const { key, id } = read.line;
  const jersey = jerseyOfLine(read);
  // Without a column for teams, the title was read as words.
  const isTitled = jersey.team === null || read.values.team !== undefined;
  return {
    key,
    id: id?.toLowerCase() ?? null,
    jersey: {
      ...jersey,
      title: isTitled ? jersey.title : null,
      league: saysLeague(read) ? jersey.league : null,
      // A word that nobody knows is another kit than any of the catalogue's.
      kit_type: jersey.kit_type ?? (read.values.kit_type || null),
    },
  };
}

/** True for a line that could be read. */
export const isReadable = (read: ReadLine): read is ReadLine & { line: Line } =>
  read.line !== undefined;
