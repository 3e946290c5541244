/** The leagues of the catalogue, in the order in which they are offered. */
export const LEAGUES = ["NBA", "NFL", "NHL", "SOCCER", "ESPORT"] as const;

export type League = (typeof LEAGUES)[number];

/** What a shirt without a page may be of: rugby, cycling … are in no league of the catalogue. */
export const SPORTS_OF_SHIRTS = [...LEAGUES, "OTHER"] as const;

export type SportOfShirt = (typeof SPORTS_OF_SHIRTS)[number];

/** How a shirt is cut in its drawing. */
export const drawnLeague = (sport: SportOfShirt | undefined): League =>
  isLeague(sport) ? sport : "SOCCER";

export function isLeague(value: unknown): value is League {
  return LEAGUES.includes(value as League);
}
