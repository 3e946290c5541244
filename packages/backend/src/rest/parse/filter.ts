import { quoted, type Field } from "./field.ts";
import { Scanner } from "./scanner.ts";

/** A condition on a value. */
export type Test =
  | { kind: "compare"; operator: string; quantifier?: "any" | "all"; value: string }
  | { kind: "like"; operator: "like" | "ilike"; quantifier?: "any" | "all"; value: string }
  | { kind: "in"; values: string[] }
  | { kind: "is"; value: string }
  | { kind: "distinct"; value: string }
  | { kind: "search"; query: string; language?: string; value: string };

export interface Filter {
  kind: "filter";
  field: Field;
  not: boolean;
  test: Test;
}

// Maps instead of objects, because `constructor` is not an operator.
const COMPARISONS = new Map([
  ["eq", "="],
  ["gte", ">="],
  ["gt", ">"],
  ["lte", "<="],
  ["lt", "<"],
  ["match", "~"],
  ["imatch", "~*"],
  ["neq", "<>"],
  ["cs", "@>"],
  ["cd", "<@"],
  ["ov", "&&"],
  ["sl", "<<"],
  ["sr", ">>"],
  ["nxr", "&<"],
  ["nxl", "&>"],
  ["adj", "-|-"],
]);
const QUANTIFIABLE = new Set(["eq", "gte", "gt", "lte", "lt", "match", "imatch", "like", "ilike"]);
const SEARCHES = new Map([
  ["fts", "to_tsquery"],
  ["plfts", "plainto_tsquery"],
  ["phfts", "phraseto_tsquery"],
  ["wfts", "websearch_to_tsquery"],
]);
const IS = new Map([
  ["null", "null"],
  ["not_null", "not null"],
  ["true", "true"],
  ["false", "false"],
  ["unknown", "unknown"],
]);

const OPERATOR = /([a-z]+)(?:\(([\w $]+)\))?\./y;
const EXPECTED = '"not" or operator (eq, gt, ...)';

/** Parses `not.eq.value`, which is the whole value of a parameter. */
export function parseTest(text: string): { not: boolean; test: Test } {
  const scanner = new Scanner(text, "filter");
  const found = condition(scanner, wholeValue);
  scanner.end();
  return found;
}

/** Parses `not.eq.value` inside `and(…)`, where the value ends at a comma or parenthesis. */
export function nestedTest(scanner: Scanner): { not: boolean; test: Test } {
  return condition(scanner, nestedValue);
}

/** Returns true if a parameter's value is a filter and not a function's argument. */
export function looksLikeTest(text: string): boolean {
  try {
    parseTest(text);
    return true;
  } catch {
    return false;
  }
}

function condition(
  scanner: Scanner,
  value: (scanner: Scanner) => string,
): { not: boolean; test: Test } {
  const not = scanner.accept("not.");
  const start = scanner.at;
  const [, operator = "", option] = scanner.match(OPERATOR) ?? [];
  const found = testOf(scanner, operator, option, value);
  if (found) return { not, test: found };
  scanner.at = start;
  return scanner.fail(EXPECTED);
}

function testOf(
  scanner: Scanner,
  operator: string,
  option: string | undefined,
  value: (scanner: Scanner) => string,
): Test | undefined {
  const query = SEARCHES.get(operator);
  if (query) return { kind: "search", query, language: option, value: value(scanner) };
  const quantifier = option === "any" || option === "all" ? option : undefined;
  if (option !== undefined && !(quantifier && QUANTIFIABLE.has(operator))) return undefined;
  const sign = COMPARISONS.get(operator);
  if (sign) return { kind: "compare", operator: sign, quantifier, value: value(scanner) };
  switch (operator) {
    case "like":
    case "ilike":
      return { kind: "like", operator, quantifier, value: value(scanner) };
    case "in":
      return { kind: "in", values: list(scanner) };
    case "is":
      return { kind: "is", value: truth(scanner, value) };
    case "isdistinct":
      return { kind: "distinct", value: value(scanner) };
    default:
      return undefined;
  }
}

function truth(scanner: Scanner, value: (scanner: Scanner) => string): string {
  const start = scanner.at;
  const found = IS.get(value(scanner).toLowerCase());
  if (found) return found;
  scanner.at = start;
  return scanner.fail("isVal: (null, not_null, true, false, unknown)");
}

function wholeValue(scanner: Scanner): string {
  const value = scanner.text.slice(scanner.at);
  scanner.at = scanner.text.length;
  return value;
}

/** Parses up to a comma or parenthesis outside quotes and array braces. */
function nestedValue(scanner: Scanner): string {
  return element(scanner, /\{[^{}]*\}|[^,)]*/y);
}

function element(scanner: Scanner, plain: RegExp): string {
  const start = scanner.at;
  const value = quoted(scanner);
  if (value !== undefined && (scanner.done || scanner.sees(",") || scanner.sees(")"))) return value;
  scanner.at = start;
  return scanner.match(plain)?.[0] ?? "";
}

/** Parses `(a,"b,c",d)`. */
function list(scanner: Scanner): string[] {
  scanner.skipSpace();
  scanner.expect("(");
  scanner.skipSpace();
  const values: string[] = [];
  do values.push(element(scanner, /[^,)]*/y));
  while (scanner.accept(","));
  scanner.expect(")");
  scanner.skipSpace();
  // `in.()` is the empty list, not a list with one empty text.
  return values.length === 1 && values[0] === "" ? [] : values;
}
