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
  /** True for one that the member has found by words, rather than the database. */
  is_found?: boolean;
}

/** The member's copy that a line was imported as, or exported from. */
interface KnownCopy extends CopyDetails {
  id: string;
  updated_at: string;
  removed_at: string | null;
}

/** What the database says of a line (`match_copies`). */
export interface Match {
  known: KnownCopy | null;
  candidates: Candidate[];
}

export const VERDICTS = ["new", "changed", "unmatched", "refused", "duplicate"] as const;
type Verdict = (typeof VERDICTS)[number];

/** What is done with a line: a jersey's id, kept without one, or left out. */
export type Choice = { jersey: string } | "keep" | "leave" | "change";

export interface CheckedLine {
  read: ReadLine;
  match: Match | undefined;
  verdict: Verdict;
  choice: Choice;
  /** Details in which the file differs from the known copy. */
  differs: (keyof CopyDetails)[];
}

/** What happens to a line, as far as nobody has chosen otherwise. */
export function checked(read: ReadLine, match: Match | undefined): CheckedLine {
  const base = { read, match, differs: [] };
  if (!read.line) return { ...base, verdict: "refused", choice: "leave" };
  if (match?.known) {
    const differs = match.known.removed_at ? [] : differences(read.line, match.known);
    return differs.length > 0
      ? { ...base, differs, verdict: "changed", choice: "change" }
      : { ...base, verdict: "duplicate", choice: "leave" };
  }
  const sure = sureJersey(match);
  // What the file has before, or the collection, is no second copy until its owner says so.
  if (sure) {
    const isSecond = read.times > 0 || copiesOf(match, sure) > 0;
    return { ...base, verdict: "new", choice: isSecond ? "leave" : { jersey: sure } };
  }
  return { ...base, verdict: "unmatched", choice: "leave" };
}

function sureJersey(match: Match | undefined): string | undefined {
  const [sure, other] = match?.candidates.filter((candidate) => candidate.sure) ?? [];
  return other ? undefined : sure?.id;
}

function copiesOf(match: Match | undefined, jersey: string | undefined): number {
  return match?.candidates.find(({ id }) => id === jersey)?.owned ?? 0;
}

/** How many copies the member has of the jersey of a line: the chosen one, or else the one that it surely means. */
export function ownCopies({ match, choice }: CheckedLine): number {
  return copiesOf(match, typeof choice === "object" ? choice.jersey : sureJersey(match));
}

/** True for a line that surely means a jersey that the member has, and could add another copy of it. */
export function isOwned(line: CheckedLine): boolean {
  const { verdict, match } = line;
  return verdict === "new" && !isRepeated(line) && copiesOf(match, sureJersey(match)) > 0;
}

/** The lines with each of an owned jersey as a further copy, or left out. */
export function withOwned(lines: readonly CheckedLine[], areCopies: boolean): CheckedLine[] {
  return lines.map((line) =>
    isOwned(line)
      ? { ...line, choice: areCopies ? { jersey: sureJersey(line.match)! } : "leave" }
      : line,
  );
}

/** True for a line that could add another copy of what an earlier line of the file says word for word. */
export function isRepeated({ verdict, read }: CheckedLine): boolean {
  return read.times > 0 && (verdict === "new" || verdict === "unmatched");
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
    const sure = sureJersey(line.match);
    const chosen = sure ? { jersey: sure } : lines[first]!.choice;
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
    (line) =>
      line.choice === "leave" &&
      line.verdict !== "duplicate" &&
      !isRepeated(line) &&
      !isOwned(line),
  );
}

function sentLine({ read: { line }, match, choice }: CheckedLine): SentLine | undefined {
  if (!line || choice === "leave") return undefined;
  const { key, details, added_at } = line;
  if (choice === "keep") {
    const facts = formerFacts(line);
    return facts && { key, details, added_at, facts };
  }
  if (choice !== "change") return { key, details, added_at, jersey_id: choice.jersey };
  const { known } = match!;
  const merged = { ...known } as unknown as Record<string, unknown>;
  for (const name of line.given) merged[name] = details[name];
  const names = Object.keys(details) as (keyof CopyDetails)[];
  return {
    key,
    details: Object.fromEntries(
      names.map((name) => [name, merged[name]]),
    ) as unknown as CopyDetails,
    copy_id: known!.id,
    version: known!.updated_at,
  };
}
