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

/** The two seasons before one with this code, the later one first, as far as they are known. */
export function seasonsBefore<Season extends { code: string }>(
  seasons: readonly Season[],
  code: string | undefined,
): Season[] {
  const before = (of?: string) =>
    seasons.find((season) => of !== undefined && nextSeason(season.code)?.code === of);
  const last = before(code);
  const earlier = before(last?.code);
  return [last, earlier].filter((season) => season !== undefined);
}

/** The usual name of a season; undefined if the code is not a season's. */
export function seasonName(code: string): string | undefined {
  const [, first, second] = /^(\d{4})(-\d{2})?$/.exec(code) ?? [];
  if (first === undefined) return undefined;
  return second ? `${first}-${Number(first) + 1}` : first;
}

/** True for a season over two years (`2025-26`), which leagues have; tournaments have one year. */
const isSplit = (code: string) => code.includes("-");

/**
 * The seasons that fit a competition: of one form only, if all of its known seasons have that form.
 * @param known the competition's seasons in the catalogue
 * @param chosen id of a season that stays in the list
 */
export function fittingSeasons<Season extends { id: string; code: string }>(
  seasons: readonly Season[],
  known: readonly { code: string }[],
  chosen?: string,
): Season[] {
  const forms = new Set(known.map(({ code }) => isSplit(code)));
  return seasons.filter(
    ({ id, code }) => forms.size !== 1 || forms.has(isSplit(code)) || id === chosen,
  );
}

/**
 * The season to prepare next: the one after the newest league season with a line-up. A tournament of a
 * single year sorts after it, but is prepared on its own.
 * @param newest with a line-up, newest first
 */
export function seasonToPrepare(newest: readonly { code: string }[], year: number): SeasonName {
  const last = newest.find(({ code }) => isSplit(code)) ?? newest[0];
  return nextSeason(last?.code ?? String(year - 1)) ?? { code: "", name: "" };
}
