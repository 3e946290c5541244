import { tooComplex } from "../errors.ts";
import type { Test } from "../parse/filter.ts";
import type { Condition } from "../parse/logic.ts";
import { assertSimplePatterns } from "./pattern.ts";

/** PostgreSQL parses a text that isn't stored as words again for each row and each query. */
const MOST_TEXT_QUERIES = 5;

/** Letters of all text queries: each of their words is looked up in each row. */
const MOST_LETTERS = 1_000;

/**
 * PostgreSQL keeps 32 compiled patterns per connection; beyond, it compiles all of them again for each row. The
 * database's own rules and functions need some of these places.
 */
const MOST_PATTERNS = 16;

/**
 * Refuses text queries and patterns that are expensive for each row.
 * @returns true if the conditions may still be expensive
 * @throws {ApiError} PGRST100
 */
export function boundConditions(conditions: Condition[]): boolean {
  const tests = conditions.flatMap(testsOf);
  const queries = tests.flatMap((test) => (test.kind === "search" ? [test.value] : []));
  const letters = queries.reduce((sum, query) => sum + query.length, 0);
  if (queries.length > MOST_TEXT_QUERIES || letters > MOST_LETTERS) {
    throw tooComplex("words or text queries");
  }
  const patterns = tests.flatMap(patternsOf);
  if (patterns.length > MOST_PATTERNS) throw tooComplex("regular expressions");
  assertSimplePatterns(patterns);
  return queries.length > 0 || patterns.length > 1;
}

function testsOf(condition: Condition): Test[] {
  return condition.kind === "filter" ? [condition.test] : condition.terms.flatMap(testsOf);
}

function patternsOf(test: Test): string[] {
  if (test.kind !== "compare" || !test.operator.startsWith("~")) return [];
  return test.quantifier ? elementsOf(test.value) : [test.value];
}

/** Returns the elements of an array's text: its own quotes and escapes hide braces. */
function elementsOf(array: string): string[] {
  const elements = array.match(/"(?:\\.|[^"\\])*"|(?:\\.|[^",{}\\])+/gs) ?? [];
  return elements.map((element) => element.replaceAll(/"|\\(.)/gs, "$1"));
}
