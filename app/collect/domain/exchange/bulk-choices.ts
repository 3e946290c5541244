import { rowKey } from "../../../shared/domain/import/columns.ts";
import {
  type Candidate,
  type CheckedLine,
  fittingCandidate,
  isOwned,
  isRepeated,
  sureCandidate,
  formerFacts,
} from "./dry-run.ts";

/** The lines with each of an owned shirt as a further copy, or left out. */
export function withOwned(lines: readonly CheckedLine[], areCopies: boolean): CheckedLine[] {
  return lines.map((line) => {
    if (!isOwned(line)) return line;
    const further = line.match?.kept ? "keep" : { jersey: sureCandidate(line.match)!.id };
    return { ...line, choice: areCopies ? further : "leave" };
  });
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

/** Lines that would be the same shirt as one before them, though another cell of the file tells them apart. */
export function alikeLines(lines: readonly CheckedLine[]): CheckedLine[] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    if (line.choice === "leave" || !line.read.line || line.read.times > 0) return false;
    const { jersey, details } = line.read.line;
    const said = JSON.stringify([line.choice, jersey, details]);
    const isAlike = seen.has(said);
    seen.add(said);
    return isAlike;
  });
}

/** The lines with each repeated one as a copy of its own, or left out. */
export function withCopies(lines: readonly CheckedLine[], areCopies: boolean): CheckedLine[] {
  const firsts = firstLines(lines);
  return lines.map((line, n) => {
    const first = firsts.get(n);
    if (first === undefined) return line;
    const sure = sureCandidate(line.match);
    const same = sure ? ({ jersey: sure.id } as const) : lines[first]!.choice;
    // One that is in the collection without a page.
    const chosen = line.match?.kept ? "keep" : same;
    return { ...line, choice: areCopies && chosen !== "change" ? chosen : "leave" };
  });
}

/** What was sold or is wanted is added by its own choice only. */
const isOpen = ({ verdict, choice, read }: CheckedLine) =>
  verdict === "unmatched" && (choice === "leave" || choice === "keep") && !read.line?.away;

/** The lines with each that is unmatched and left out so far kept without a page. */
export function withKept(lines: readonly CheckedLine[]): CheckedLine[] {
  return lines.map((line) =>
    isOpen(line) && formerFacts(line) ? { ...line, choice: "keep" } : line,
  );
}

/** The lines with each that is unmatched left out. */
export function withoutUnmatched(lines: readonly CheckedLine[]): CheckedLine[] {
  return lines.map((line) => (line.verdict === "unmatched" ? { ...line, choice: "leave" } : line));
}

/**
 * The jersey that a line may take without being asked about alone: it is the only one with the line's team, time, kit and sport.
 * One that the member has stays out: no second copy without its owner's word.
 */
export function fittingJersey(line: CheckedLine): Candidate | undefined {
  if (!isOpen(line) || isRepeated(line)) return undefined;
  const fitting = fittingCandidate(line.match);
  return fitting?.owned ? undefined : fitting;
}

/** The lines with the fitting jersey of each. */
export function withFitting(lines: readonly CheckedLine[]): CheckedLine[] {
  return lines.map((line) => {
    const fitting = fittingJersey(line);
    return fitting ? { ...line, choice: { jersey: fitting.id } } : line;
  });
}
