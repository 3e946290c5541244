import { field } from "./field.ts";
import { nestedTest, type Filter } from "./filter.ts";
import { Scanner } from "./scanner.ts";

/** A filter, or several joined by `and` or `or`. */
export type Condition = Filter | Group;

export interface Group {
  kind: "and" | "or";
  not: boolean;
  terms: Condition[];
}

const MAX_GROUP_DEPTH = 20;
const GROUP = /(not\.)?(and|or)(?=\s*\()/y;

/**
 * Parses the value of `or=(a.eq.1,and(b.gt.2,not.or(…)))`.
 * @throws {ApiError} PGRST100
 */
export function parseGroup(kind: "and" | "or", not: boolean, text: string): Group {
  const scanner = new Scanner(text, "logic tree");
  const group = { kind, not, terms: terms(scanner, 0) };
  scanner.end();
  return group;
}

function terms(scanner: Scanner, depth: number): Condition[] {
  if (depth === MAX_GROUP_DEPTH) scanner.fail("fewer levels of and/or");
  scanner.skipSpace();
  scanner.expect("(");
  const found: Condition[] = [];
  do found.push(term(scanner, depth));
  while (scanner.accept(","));
  scanner.expect(")");
  scanner.skipSpace();
  return found;
}

function term(scanner: Scanner, depth: number): Condition {
  scanner.skipSpace();
  const group = scanner.match(GROUP);
  if (group) {
    const kind = group[2] === "and" ? "and" : "or";
    return { kind, not: group[1] !== undefined, terms: terms(scanner, depth + 1) };
  }
  const tested = field(scanner);
  scanner.expect(".");
  return { kind: "filter", field: tested, ...nestedTest(scanner) };
}
