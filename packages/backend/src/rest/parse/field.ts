import type { Scanner } from "./scanner.ts";

/** A column, or a path inside its JSON. */
export interface Field {
  name: string;
  path: JsonStep[];
}

interface JsonStep {
  arrow: "->" | "->>";
  /** A number is an index, counted from the end if negative. */
  key: string | number;
}

/** Letters, digits, `_`, `$`, blanks and inner dashes; a dash before `>` is an arrow. */
const NAME = /[\w $\u0080-\uffff]+(?:-(?!>)[\w $\u0080-\uffff]+)*/y;
const JSON_KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/y;
/** Digits before the end of a key, so that `2nd` is a key and not an index. */
const JSON_INDEX = /-?\d{1,9}(?=->|::|[.,)]|$)/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/sy;

/** Maximum number of steps in a JSON path. PostgreSQL accepts more; no screen needs more. */
const MAX_PATH_STEPS = 20;

/** Parses a name, bare or in double quotes with backslash escapes. */
export function name(scanner: Scanner): string {
  const found = quoted(scanner) ?? scanner.match(NAME)?.[0].trim();
  if (!found) scanner.fail("field name (* or [a..z0..9_$])");
  // PostgreSQL's names can't contain it, and it would end the text of a statement.
  if (found.includes("\0")) scanner.fail("field name without null character");
  return found;
}

/** Parses a text in double quotes and unescapes it; undefined if no quote is next. */
export function quoted(scanner: Scanner): string | undefined {
  return scanner.match(QUOTED)?.[1]?.replace(/\\(.)/gs, "$1");
}

/** Parses a name with an optional JSON path, such as `data->a->>b`. */
export function field(scanner: Scanner): Field {
  scanner.skipSpace();
  const found = { name: name(scanner), path: jsonPath(scanner) };
  scanner.skipSpace();
  return found;
}

/** Parses the arrows and keys after a column's name. @throws {ApiError} PGRST100 beyond 20 steps */
function jsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = [];
  while (scanner.sees("->")) {
    const arrow = scanner.accept("->>") ? "->>" : "->";
    if (arrow === "->") scanner.accept("->");
    if (path.length === MAX_PATH_STEPS) scanner.fail("a shorter JSON path");
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

/** Parses `a,b,"c d"`, as in `columns` and `on_conflict`. */
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
