import { invalidRange } from "../errors.ts";

/** Maximum number of rows in any list, as in a hosted project. */
export const MAX_ROWS = 1_000;

/** The wanted rows of a list. */
export interface Slice {
  limit?: number;
  offset?: number;
}

/** Parses a limit. A text that isn't a number means no limit, as in PostgREST. */
export function parseLimit(text: string): number | undefined {
  const limit = wholeNumber(text);
  if (limit !== undefined && limit < 0) {
    throw invalidRange("Limit should be greater than or equal to zero.");
  }
  return limit;
}

/** Parses an offset. Negative numbers mean 0, other texts no offset. */
export function parseOffset(text: string): number | undefined {
  const offset = wholeNumber(text);
  return offset === undefined ? undefined : Math.max(offset, 0);
}

function wholeNumber(text: string): number | undefined {
  if (!/^-?\d+$/.test(text)) return undefined;
  return Math.min(Math.max(Number(text), -1), Number.MAX_SAFE_INTEGER);
}

/**
 * Parses the `Range` header of a reading request: `0-9` or `10-`. Other texts mean no range, as in
 * PostgREST, also those with a unit such as `items=0-9`.
 */
export function parseRangeHeader(header: string | null): Slice {
  const [, first, last] = /^(\d+)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined) return {};
  const offset = wholeNumber(first) ?? 0;
  if (!last) return { offset };
  const limit = (wholeNumber(last) ?? 0) - offset + 1;
  if (limit <= 0) {
    throw invalidRange(
      "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    );
  }
  return { offset, limit };
}

/** Returns at most `MAX_ROWS` rows of a slice, from its own start. */
export function restricted({ limit = MAX_ROWS, offset }: Slice): Slice {
  return { offset, limit: Math.min(limit, MAX_ROWS) };
}

/** Returns the rows that are in both slices. `limit=0` asks for no rows, whatever the range. */
export function intersection(a: Slice, b: Slice): Slice {
  if (a.limit === 0 || b.limit === 0) return { limit: 0 };
  const offset = Math.max(a.offset ?? 0, b.offset ?? 0);
  const end = Math.min(endOf(a), endOf(b));
  if (end === Infinity) return { offset };
  if (end <= offset) {
    throw invalidRange("Limit should be greater than or equal to zero.");
  }
  return { offset, limit: end - offset };
}

function endOf({ limit, offset = 0 }: Slice): number {
  return limit === undefined ? Infinity : offset + limit;
}
