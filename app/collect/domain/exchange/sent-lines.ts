import type { CopyDetails } from "../copies/copy-details.ts";
import type { ExchangedJersey } from "./collection-file.ts";
import { type CheckedLine, isRepeated } from "./dry-run.ts";
import { isReadable, jerseyOfLine, saysLeague } from "./read-line.ts";

/** What is kept of a jersey that the catalogue doesn't have; undefined if the line says too little. */
export function formerFacts({
  read,
  match,
}: Pick<CheckedLine, "read" | "match">): Partial<ExchangedJersey> | undefined {
  if (!isReadable(read)) return undefined;
  const { id: _, ...facts } = jerseyOfLine(read);
  const team = facts.team ?? facts.title;
  if (!team) return undefined;
  const title = facts.title ?? [team, facts.season ?? facts.year].filter(Boolean).join(" ");
  const league = saysLeague(read) ? facts.league : (match?.league ?? facts.league);
  return { ...facts, league, team, title };
}

/** A line as `import_copies` takes it. */
export interface SentLine {
  key: string;
  /** Its place among all that are sent. */
  place: number;
  details: CopyDetails;
  added_at?: string | null;
  jersey_id?: string;
  facts?: Partial<ExchangedJersey>;
  copy_id?: string;
  version?: string;
}

/** The lines to import, in the order of the file. */
export function sentLines(lines: readonly CheckedLine[]): { line: CheckedLine; sent: SentLine }[] {
  return lines
    .flatMap((line) => {
      const sent = sentLine(line);
      return sent ? [{ line, sent }] : [];
    })
    .map(({ line, sent }, place) => ({ line, sent: { ...sent, place } }));
}

/** What an import leaves of a list, and what it doesn't add because it is there or said twice. */
interface Unsent {
  left: CheckedLine[];
  owned: number;
  repeated: number;
}

export function unsentLines(lines: readonly CheckedLine[]): Unsent {
  const unsent: Unsent = { left: [], owned: 0, repeated: 0 };
  for (const line of lines) {
    if (sentLine(line)) continue;
    if (line.verdict !== "refused" && isRepeated(line)) unsent.repeated += 1;
    else if (line.verdict === "owned") unsent.owned += 1;
    else unsent.left.push(line);
  }
  return unsent;
}

function sentLine(checked: CheckedLine): Omit<SentLine, "place"> | undefined {
  const { read, choice, change } = checked;
  if (!read.line || choice === "leave") return undefined;
  const { key, details, added_at } = read.line;
  if (choice === "keep") {
    const facts = formerFacts(checked);
    return facts && { key, details, added_at, facts };
  }
  if (choice !== "change") return { key, details, added_at, jersey_id: choice.jersey };
  const { copy, after } = change!;
  return { key, details: after, copy_id: copy.id, version: copy.updated_at };
}
