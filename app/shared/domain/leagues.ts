/** The leagues of the catalogue, in the order in which they are offered. */
export const LEAGUES = ["NBA", "NFL", "NHL", "SOCCER", "ESPORT"] as const;

export type League = (typeof LEAGUES)[number];

export function isLeague(value: unknown): value is League {
  return LEAGUES.includes(value as League);
}
