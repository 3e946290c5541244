import { invalidRange } from "../errors.ts";

/** Rows answered at most, wherever a list is answered: what a hosted project is set to. */
export const MAX_ROWS = 1_000;

/** Which rows of a list are wanted. */
export interface Slice {
  limit?: number;
  offset?: number;
}

/** What is not a number is no limit, as PostgREST has it. */
export function parseLimit(text: string): number | undefined {
  const limit = wholeNumber(text);
  if (limit !== undefined && limit < 0) {
    throw invalidRange("Limit should be greater than or equal to zero.");
  }
  return limit;
}

export function parseOffset(text: string): number | undefined {
  const offset = wholeNumber(text);
  return offset === undefined ? undefined : Math.max(offset, 0);
}

function wholeNumber(text: string): number | undefined {
  if (!/^-?\d+$/.test(text)) return undefined;
  return Math.min(Math.max(Number(text), -1), Number.MAX_SAFE_INTEGER);
}

/** The `Range` header of a reading request: `0-9` or `10-`; anything else is no range. */
export function parseRangeHeader(header: string | null): Slice {
  const [, first, last] = /^(?:items=)?(\d+)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
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

/** The rows that are in both. */
export function intersection(a: Slice, b: Slice): Slice {
  const offset = Math.max(a.offset ?? 0, b.offset ?? 0);
  const end = Math.min(endOf(a), endOf(b));
  if (end === Infinity) return { offset };
  if (end < offset) {
    throw invalidRange("Limit should be greater than or equal to zero.");
  }
  return { offset, limit: end - offset };
}

function endOf({ limit, offset = 0 }: Slice): number {
  return limit === undefined ? Infinity : offset + limit;
}
