import type { CopyDetails } from "../copies/copy.ts";
import { rowKey } from "../../../shared/domain/import/columns.ts";
import type { KitType } from "../../../shared/domain/kit-types.ts";
import type { ExchangedJersey } from "./collection-file.ts";
import type { Line, ReadLine } from "./read-line.ts";

/** A jersey that a line may be about. */
export interface Candidate {
  id: string;
  title: string;
  team: string;
  season: string | null;
  year: number | null;
  kit_type: KitType | null;
  sure: boolean;
  /** How many copies of it the member has; unknown of one that was found by words. */
  owned?: number;
  /** The member's copy of it, if it is the only one and the line surely means it. */
  copy?: KnownCopy | null;
  /** True for one that the member has found by words, rather than the database. */
  is_found?: boolean;
}

/** A copy of the member. */
interface KnownCopy extends CopyDetails {
  id: string;
  updated_at: string;
  removed_at: string | null;
}

/** What the database says of a line (`match_copies`). */
export interface Match {
  /** The copy that the line was imported as, or exported from. */
  known: KnownCopy | null;
  candidates: Candidate[];
}

export const VERDICTS = ["new", "changed", "unmatched", "refused", "owned"] as const;
type Verdict = (typeof VERDICTS)[number];

/** What is done with a line: a jersey's id, kept without one, or left out. */
export type Choice = { jersey: string } | "keep" | "leave" | "change";

export interface CheckedLine {
  read: ReadLine;
  match: Match | undefined;
  verdict: Verdict;
  choice: Choice;
  /** The copy that it would change, and the details of it that the file says otherwise. */
  change?: { copy: KnownCopy; details: (keyof CopyDetails)[] } | undefined;
}

/**
 * What happens to a line, as far as nobody has chosen otherwise.
 * @param completed copies that earlier lines complete: one line completes a copy, the next is another shirt
 */
export function checked(
  read: ReadLine,
  match: Match | undefined,
  completed: ReadonlySet<string> = new Set(),
): CheckedLine {
  const base = { read, match };
  const { line } = read;
  if (!line) return { ...base, verdict: "refused", choice: "leave" };
  if (match?.known) {
    const { known } = match;
    const details = known.removed_at ? [] : differences(line, known);
    return details.length > 0
      ? { ...base, verdict: "changed", choice: "change", change: { copy: known, details } }
      : { ...base, verdict: "owned", choice: "leave" };
  }
  const sure = sureCandidate(match);
  if (!sure) return { ...base, verdict: "unmatched", choice: "leave" };
  const isRepeat = read.times > 0;
  if (!sure.owned) {
    return { ...base, verdict: "new", choice: isRepeat ? "leave" : { jersey: sure.id } };
  }
  const { copy } = sure;
  const details = copy && !isRepeat && !completed.has(copy.id) ? gaps(line, copy) : [];
  return copy && details.length > 0
    ? { ...base, verdict: "changed", choice: "change", change: { copy, details } }
    : { ...base, verdict: "owned", choice: "leave" };
}

/** As `checked`, for lines in the order of their file. */
export function checkedLines(
  lines: readonly ReadLine[],
  matchOf: (line: Line) => Match | undefined,
  before: ReadonlySet<string> = new Set(),
): CheckedLine[] {
  const completed = new Set(before);
  return lines.map((read) => {
    const line = checked(read, read.line && matchOf(read.line), completed);
    if (line.change) completed.add(line.change.copy.id);
    return line;
  });
}

function sureCandidate(match: Match | undefined): Candidate | undefined {
  const [sure, other] = match?.candidates.filter((candidate) => candidate.sure) ?? [];
  return other ? undefined : sure;
}

/** The jersey that a line is about: the chosen one, or else the one that it surely means. */
export function jerseyOf({ match, choice }: CheckedLine): Candidate | undefined {
  return typeof choice === "object"
    ? match?.candidates.find(({ id }) => id === choice.jersey)
    : sureCandidate(match);
}

/** True for a line that was imported before, or exported: it adds nothing. */
export const isThere = ({ verdict, match }: CheckedLine): boolean =>
  verdict === "owned" && Boolean(match?.known);

/** True for a line that could add another copy of a jersey that the member has. */
export const isOwned = (line: CheckedLine): boolean =>
  line.verdict === "owned" && !isThere(line) && !isRepeated(line);

/** The lines with each of an owned jersey as a further copy, or left out. */
export function withOwned(lines: readonly CheckedLine[], areCopies: boolean): CheckedLine[] {
  return lines.map((line) =>
    isOwned(line)
      ? { ...line, choice: areCopies ? { jersey: sureCandidate(line.match)!.id } : "leave" }
      : line,
  );
}

/** True for a line that could add another copy of what an earlier line of the file says word for word. */
export function isRepeated({ match, read }: CheckedLine): boolean {
  return read.times > 0 && read.line !== undefined && !match?.known;
}

/** For each repeated line, by its place, the line of the file that says the same first. */
export function firstLines(lines: readonly CheckedLine[]): ReadonlyMap<number, number> {
  const firsts = new Map<number, number>();
  if (!lines.some(isRepeated)) return firsts;
  const byKey = new Map<string, number>();
  for (const [n, line] of lines.entries()) {
    const { row, values } = line.read;
    const key = rowKey(row, values.id);
    const first = byKey.get(key);
    if (first === undefined) byKey.set(key, n);
    else if (isRepeated(line)) firsts.set(n, first);
  }
  return firsts;
}

/** The lines with each repeated one as a copy of its own, or left out. */
export function withCopies(lines: readonly CheckedLine[], areCopies: boolean): CheckedLine[] {
  const firsts = firstLines(lines);
  return lines.map((line, n) => {
    const first = firsts.get(n);
    if (first === undefined) return line;
    const sure = sureCandidate(line.match);
    const chosen = sure ? { jersey: sure.id } : lines[first]!.choice;
    return { ...line, choice: areCopies && chosen !== "change" ? chosen : "leave" };
  });
}

/** A line for which a jersey was found by words; it is chosen. */
export function withFound(line: CheckedLine, found: Candidate): CheckedLine {
  const { known = null, candidates = [] } = line.match ?? {};
  const same = candidates.find(({ id }) => id === found.id);
  const others = candidates.filter((candidate) => candidate !== same);
  const match = { known, candidates: [...others, { ...same, ...found }] };
  return { ...line, match, choice: { jersey: found.id } };
}

/**
 * The lines, with the nearest jersey for each that is unmatched and left out so far. One that the member has stays out: no
 * second copy without its owner's word.
 */
export function withNearest(lines: readonly CheckedLine[]): CheckedLine[] {
  return lines.map((line) => {
    const [nearest] = line.match?.candidates ?? [];
    const isOpen = line.verdict === "unmatched" && line.choice === "leave" && !isRepeated(line);
    return isOpen && nearest && !nearest.owned ? { ...line, choice: { jersey: nearest.id } } : line;
  });
}

/** What a line says and a copy doesn't; nothing if the copy says something else: it is another shirt. */
function gaps({ given, details }: Line, copy: KnownCopy): (keyof CopyDetails)[] {
  const said = given.filter((name) => details[name] && details[name] !== copy[name]);
  return said.every((name) => !copy[name]) ? said : [];
}

function differences({ given, details }: Line, known: KnownCopy): (keyof CopyDetails)[] {
  return given.filter((name) => details[name] !== known[name]);
}

/** What is kept of a jersey that the catalogue doesn't have; undefined if the line says too little. */
export function formerFacts({ jersey }: Line): Partial<ExchangedJersey> | undefined {
  const { id: _, ...facts } = jersey;
  const team = facts.team ?? facts.title;
  if (!team) return undefined;
  const title = facts.title ?? [team, facts.season ?? facts.year].filter(Boolean).join(" ");
  return { ...facts, team, title };
}

/** A line as `import_copies` takes it. */
export interface SentLine {
  key: string;
  details: CopyDetails;
  added_at?: string | null;
  jersey_id?: string;
  facts?: Partial<ExchangedJersey>;
  copy_id?: string;
  version?: string;
}

/** The lines to import, in the order of the file. */
export function linesToSend(lines: readonly CheckedLine[]): SentLine[] {
  return lines.flatMap((line) => sentLine(line) ?? []);
}

/** Lines that stay behind: neither sent, nor in the collection already, nor the repetition of one that is sent. */
export function leftLines(lines: readonly CheckedLine[]): CheckedLine[] {
  return lines.filter(
    (line) => line.choice === "leave" && line.verdict !== "owned" && !isRepeated(line),
  );
}

function sentLine({ read: { line }, choice, change }: CheckedLine): SentLine | undefined {
  if (!line || choice === "leave") return undefined;
  const { key, details, added_at } = line;
  if (choice === "keep") {
    const facts = formerFacts(line);
    return facts && { key, details, added_at, facts };
  }
  if (choice !== "change") return { key, details, added_at, jersey_id: choice.jersey };
  const { copy, details: changed } = change!;
  const changes = new Set<string>(changed);
  const entries = Object.entries(details).map(([name, value]) => [
    name,
    changes.has(name) ? value : copy[name as keyof CopyDetails],
  ]);
  return {
    key,
    details: Object.fromEntries(entries) as CopyDetails,
    copy_id: copy.id,
    version: copy.updated_at,
  };
}
