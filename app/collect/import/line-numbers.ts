/** Lines that are named by their numbers, at most. */
const NAMED = 20;

/** Numbers of lines, the first ones of many. */
export const lineNumbers = (lines: readonly number[]) =>
  lines.slice(0, NAMED).join(", ") + (lines.length > NAMED ? "…" : "");
