/** A season's code, and the name that it usually has: `2026-27`, `2026-2027`. */
export interface SeasonName {
  code: string;
  name: string;
}

/** The season after one with this code; undefined if the code is not a season's. */
export function nextSeason(code: string): SeasonName | undefined {
  const [, first, second] = /^(\d{4})(-\d{2})?$/.exec(code) ?? [];
  if (first === undefined) return undefined;
  const year = Number(first) + 1;
  const next = second ? `${year}-${String((year + 1) % 100).padStart(2, "0")}` : String(year);
  return { code: next, name: seasonName(next)! };
}

/** The usual name of a season; undefined if the code is not a season's. */
export function seasonName(code: string): string | undefined {
  const [, first, second] = /^(\d{4})(-\d{2})?$/.exec(code) ?? [];
  if (first === undefined) return undefined;
  return second ? `${first}-${Number(first) + 1}` : first;
}
