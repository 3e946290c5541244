import {
  consistent,
  type CopyDetails,
  says,
  DETAIL_NAMES,
  type DetailName,
  LONGEST_NOTES,
} from "../copies/copy-details.ts";
import { isLeague, type League } from "../../../shared/domain/leagues.ts";
import { lengthOf } from "../../../shared/domain/rules/text.ts";
import type { KitType } from "../../../shared/domain/kit-types.ts";
import {
  type Line,
  type ReadLine,
  isReadable,
  jerseyOfLine,
  saysLeague,
  titleOf,
} from "./read-line.ts";
import type { ExchangedJersey } from "./collection-file.ts";

/** What a jersey is called. */
export interface NamedJersey {
  title: string;
  team: string;
  season: string | null;
  year: number | null;
  kit_type: KitType | null;
}

/** A jersey that a line may be about. */
export interface Candidate extends NamedJersey {
  id: string;
  sure: boolean;
  /** True if it has the team, time, kit and sport that the line says. */
  fits?: boolean;
  /** How many copies of it the member has; unknown of one that was found by words. */
  owned?: number;
  /** The member's copy of it, if it is the only one. */
  copy?: KnownCopy | null;
  /** True for one that the member has found by words, rather than the database. */
  is_found?: boolean;
}

/** A copy of the member. */
export interface KnownCopy extends CopyDetails {
  id: string;
  updated_at: string;
  removed_at: string | null;
  /** What its shirt is called. */
  jersey: Partial<NamedJersey> | null;
}

/** What the database says of a line (`match_copies`). */
export interface Match {
  /** The copy that the line was imported as, or exported from. */
  known: KnownCopy | null;
  /** Shirts without a page that say the same as the line, or the one that it was exported from; the copy if there is only one. */
  kept?: {
    owned: number;
    copy: KnownCopy | null;
    /** True for a copy that is another shirt than the line says. */
    is_other?: boolean | undefined;
  } | null;
  candidates: Candidate[];
  /** The sport of the team that the line names. */
  league?: League | null;
  /** What the catalogue calls the team, where it is certain, in each sport. */
  teams?: Partial<Record<League, string>> | null;
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
  /** The copy that it would change, the details of it that would be otherwise, and all of them then. */
  change?: { copy: KnownCopy; details: (keyof CopyDetails)[]; after: CopyDetails } | undefined;
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
    const change = known.removed_at ? undefined : changeOf(line, known, line.given);
    return change
      ? { ...base, verdict: "changed", choice: "change", change }
      : { ...base, verdict: "owned", choice: "leave" };
  }
  if (line.away) return { ...base, verdict: "unmatched", choice: "leave" };
  const sure = sureCandidate(match);
  const own = keptOf(line, match) ?? sure;
  const isRepeat = isSaidTwice(read);
  if (!own) {
    const change = isRepeat ? undefined : fittingCompletion(line, match, completed);
    const isKept = !isRepeat && !mayBeOwned(match) && formerFacts(base) !== undefined;
    return { ...base, verdict: "unmatched", choice: isKept ? "keep" : "leave", change };
  }
  if (sure && !own.owned) {
    return { ...base, verdict: "new", choice: isRepeat ? "leave" : { jersey: sure.id } };
  }
  const { copy } = own;
  const change = copy && !isRepeat && !completed.has(copy.id) ? completion(line, copy) : undefined;
  return change
    ? { ...base, verdict: "changed", choice: "change", change }
    : { ...base, verdict: "owned", choice: "leave" };
}

/**
 * As `checked`, for lines in the order of their file.
 * @param matches by the places of lines
 */
export function checkedLines(
  lines: readonly ReadLine[],
  matches: readonly (Match | undefined)[],
  before: ReadonlySet<string> = new Set(),
): CheckedLine[] {
  const completed = new Set(before);
  return lines.map((read, n) => {
    const line = checked(read, matches[n], completed);
    if (line.change) completed.add(line.change.copy.id);
    return line;
  });
}

/**
 * The shirt that the member keeps, and a line says. A copy that was exported from another shirt is meant while the line says nothing
 * else of it: its owner has corrected what it is. Otherwise somebody has typed another shirt over the line.
 */
function keptOf({ given, details }: Line, match: Match | undefined): Match["kept"] {
  const { kept } = match ?? {};
  if (!kept?.is_other || !kept.copy) return kept;
  const { copy } = kept;
  return given.every((name) => !says(details[name]) || details[name] === copy[name])
    ? kept
    : undefined;
}

/** True if the member has a jersey that a line may mean: a shirt that isn't known for sure is kept without a page, but not twice. */
const mayBeOwned = (match: Match | undefined) =>
  match?.candidates.some(({ fits, sure, owned }) => (fits || sure) && owned) ?? false;

/** True for a line that the file has before, unless it says itself that it is as many shirts. */
const isSaidTwice = ({ times, isCounted = false }: ReadLine) => times > 0 && !isCounted;

/** The only jersey that a line surely means. */
export const sureCandidate = (match: Match | undefined) => onlyCandidate(match, "sure");

/** The only jersey that has the team, time, kit and sport that a line says. */
export const fittingCandidate = (match: Match | undefined) => onlyCandidate(match, "fits");

function onlyCandidate(match: Match | undefined, is: "sure" | "fits"): Candidate | undefined {
  const [only, other] = match?.candidates.filter((candidate) => candidate[is]) ?? [];
  return other ? undefined : only;
}

/** The jersey that a line is about: the chosen one, or else the one that it surely means. */
export function jerseyOf({ match, choice }: CheckedLine): Candidate | undefined {
  return typeof choice === "object"
    ? match?.candidates.find(({ id }) => id === choice.jersey)
    : sureCandidate(match);
}

/** How many of its shirt the member has, with or without a page. */
export function ownedOf(line: CheckedLine): number {
  const owned = jerseyOf(line)?.owned ?? 0;
  const kept = line.read.line && keptOf(line.read.line, line.match);
  return typeof line.choice === "object" ? owned : (kept?.owned ?? owned);
}

/** True for a line that was imported before, or exported: it adds nothing. */
export const isThere = ({ verdict, match }: CheckedLine): boolean =>
  verdict === "owned" && Boolean(match?.known);

/** True for a line that could add another copy of a shirt that the member has. */
export const isOwned = (line: CheckedLine): boolean =>
  line.verdict === "owned" && !isThere(line) && !isRepeated(line);

/** True for a line that could add another copy of what an earlier line of the file says word for word. */
export function isRepeated({ match, read }: CheckedLine): boolean {
  return isSaidTwice(read) && read.line !== undefined && !match?.known;
}

/** A line for which a jersey was found by words; it is chosen. */
export function withFound(line: CheckedLine, found: Candidate): CheckedLine {
  const { candidates = [], ...rest } = line.match ?? { known: null };
  const same = candidates.find(({ id }) => id === found.id);
  const others = candidates.filter((candidate) => candidate !== same);
  const match = { ...rest, candidates: [...others, { ...same, ...found }] };
  return { ...line, match, choice: { jersey: found.id } };
}

function changeOf(
  { id, details }: Line,
  copy: KnownCopy,
  names: readonly (keyof CopyDetails)[],
): CheckedLine["change"] {
  const after = merged(copy, details, names);
  // With other columns, the notes say something else of the same list: what they say already stays.
  if (id === null && after.notes !== copy.notes) after.notes = joinedNotes(copy.notes, after.notes);
  const changed = differences(copy, after);
  return changed.length > 0 ? { copy, details: changed, after } : undefined;
}

/** Notes with the lines that others add, as far as there is room. */
function joinedNotes(before: string | null, more: string | null): string | null {
  const lines = new Set([before, more].flatMap((notes) => notes?.split("\n") ?? []));
  const joined = [...lines].join("\n");
  return lengthOf(joined) <= LONGEST_NOTES ? joined || null : before;
}

/** How a line completes the copy of the jersey that fits, where that doesn't make it sure. */
function fittingCompletion(
  line: Line,
  match: Match | undefined,
  completed: ReadonlySet<string>,
): CheckedLine["change"] {
  const copy = fittingCandidate(match)?.copy;
  return copy && !completed.has(copy.id) ? completion(line, copy) : undefined;
}

/** What a line says and a copy doesn't; nothing if the copy says something else: it is another shirt. */
function completion(line: Line, copy: KnownCopy): CheckedLine["change"] {
  const said = line.given.filter(
    (name) => says(line.details[name]) && line.details[name] !== copy[name],
  );
  const isSilent = said.every((name) => name === "currency" || !says(copy[name]));
  // What the fields can't store is in the notes also where the list has none.
  const isNoted = line.details.notes !== null;
  return isSilent ? changeOf(line, copy, isNoted ? [...said, "notes"] : said) : undefined;
}

/**
 * A copy with some details of a line. Details that the database stores together change together: a price with its currency, a
 * signature with who signed, lending with its date.
 */
function merged(copy: CopyDetails, details: CopyDetails, names: Iterable<DetailName>): CopyDetails {
  const taken = new Set(names);
  if (!taken.has("price")) taken.delete("currency");
  else if (details.price !== copy.price) taken.add("currency");
  return consistent(
    Object.fromEntries(
      DETAIL_NAMES.map((name) => [name, (taken.has(name) ? details : copy)[name]]),
    ) as unknown as CopyDetails,
  );
}

/** The details in which two copies differ. */
const differences = (before: CopyDetails, after: CopyDetails): DetailName[] =>
  DETAIL_NAMES.filter((name) => before[name] !== after[name]);

/** What is kept of a jersey that the catalogue doesn't have; undefined if the line says too little. */
export function formerFacts({
  read,
  match,
}: Pick<CheckedLine, "read" | "match">): Partial<ExchangedJersey> | undefined {
  if (!isReadable(read)) return undefined;
  const { id: _, ...facts } = jerseyOfLine(read);
  return keptFacts({ facts, saysLeague: saysLeague(read), title: titleOf(read) }, match);
}

/** What a list says of a shirt, before the catalogue is asked. */
export interface SaidShirt {
  facts: Omit<ExchangedJersey, "id">;
  /** False if its league is only the list's. */
  saysLeague: boolean;
  title: string | null;
}

/** The same, with the team as the catalogue calls it; undefined if it says too little. */
export function keptFacts(
  { facts, saysLeague: says, title: said }: SaidShirt,
  match: Pick<Match, "league" | "teams"> | undefined,
): Omit<ExchangedJersey, "id"> | undefined {
  const league = says ? facts.league : (match?.league ?? facts.league);
  const team = (isLeague(league) && match?.teams?.[league]) ?? facts.team ?? facts.title;
  if (!team || !league) return undefined;
  // A line in words may say a price or a name, and the title is public where the shelf is shown.
  const title = said ?? [team, facts.season ?? facts.year].filter(Boolean).join(" ");
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
