/** The ways in which titles write a season, the longest first: those of a split one, or its year. */
function written(season: string): string[] {
  const [, first, last] = /^(\d{4})[-–](?:\d\d)?(\d\d)$/.exec(season) ?? [];
  if (!first || !last) return [season];
  const second = String(Number(first) + 1);
  return [
    ...["-", "–", "/"].map((dash) => `${first}${dash}${second}`),
    ...["-", "–", "/"].map((dash) => `${first}${dash}${last}`),
  ];
}

/**
 * The title and year of a jersey whose season is corrected (docs/product/contribute.md 10.21): what said the former season says the other.
 * @param from,to names of seasons: `2024-2025`, `2024–25`, `2026`
 */
export function inOtherSeason(
  { title, year }: { title: string; year: string },
  from: string,
  to: string,
): { title: string; year: string } {
  const forms = written(to);
  const n = written(from).findIndex((form) => title.includes(form));
  const [start] = from.split(/[-–]/);
  return {
    title: n < 0 ? title : title.replace(written(from)[n]!, forms[n] ?? forms[0]!),
    year: year === start ? to.split(/[-–]/)[0]! : year,
  };
}
