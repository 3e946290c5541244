import type { Scanner } from "./scanner.ts";

/** A column, or a place inside its JSON. */
export interface Field {
  name: string;
  path: JsonStep[];
}

export interface JsonStep {
  arrow: "->" | "->>";
  /** A number is an index, from the end if negative. */
  key: string | number;
}

/** Letters, digits, `_`, `$`, blanks and inner dashes; a dash before `>` is an arrow. */
const NAME = /[\w $\u0080-\uffff]+(?:-(?!>)[\w $\u0080-\uffff]+)*/y;
const JSON_KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/y;
/** Digits that are followed by what may follow a key, so that `2nd` is a key and no index. */
const JSON_INDEX = /-?\d{1,9}(?=->|::|[.,)]|$)/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/sy;

/** Steps into a JSON document at most: PostgreSQL would take more, no screen does. */
const DEEPEST_PATH = 20;

/** A name as written, or in double quotes with backslash escapes. */
export function name(scanner: Scanner): string {
  const found = quoted(scanner) ?? scanner.match(NAME)?.[0].trim();
  if (!found) scanner.fail("field name (* or [a..z0..9_$])");
  // PostgreSQL's names can't hold it, and in a statement's text it would end the text.
  if (found.includes("\0")) scanner.fail("field name without null character");
  return found;
}

/** The text between double quotes, unescaped; undefined if no quote is next. */
export function quoted(scanner: Scanner): string | undefined {
  return scanner.match(QUOTED)?.[1]?.replace(/\\(.)/gs, "$1");
}

export function field(scanner: Scanner): Field {
  scanner.skipSpace();
  const found = { name: name(scanner), path: jsonPath(scanner) };
  scanner.skipSpace();
  return found;
}

export function jsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = [];
  while (scanner.sees("->")) {
    const arrow = scanner.accept("->>") ? "->>" : "->";
    if (arrow === "->") scanner.accept("->");
    if (path.length === DEEPEST_PATH) scanner.fail("a shorter JSON path");
    path.push({ arrow, key: jsonKey(scanner) });
  }
  return path;
}

function jsonKey(scanner: Scanner): string | number {
  const index = scanner.match(JSON_INDEX);
  if (index) return Number(index[0]);
  const key = quoted(scanner) ?? scanner.match(JSON_KEY)?.[0].trim();
  if (!key) scanner.fail("any non reserved character different from: .,>()");
  return key;
}

/** `a,b,"c d"`, as in `columns` and `on_conflict`. */
export function names(scanner: Scanner): string[] {
  const found: string[] = [];
  do {
    scanner.skipSpace();
    found.push(name(scanner));
    scanner.skipSpace();
  } while (scanner.accept(","));
  scanner.end();
  return found;
}
