/** The leagues of the catalogue, in the order in which they are offered. */
export const LEAGUES = ["NBA", "NFL", "NHL", "SOCCER", "ESPORT"] as const;

export type League = (typeof LEAGUES)[number];

export function isLeague(value: unknown): value is League {
  return LEAGUES.includes(value as League);
}

/** Leagues that are named after their one competition, by its slug; others are named after their sport. */
const NAMESAKES = { NFL: "nfl", NHL: "nhl" } as const;

/**
 * The key of the text (in `common`) that a badge shows for a competition's league: "NBA" for the
 * NBA, but "Basketball" for the EuroLeague, which is in the same league of the catalogue. Without a
 * known competition, the league.
 */
export function leagueLabel(
  league: League,
  competition: { slug: string } | null | undefined,
): `league.${League}` | `sport.${keyof typeof NAMESAKES}` | "namesake.NBA" {
  if (league === "NBA") return competition?.slug === "nba" ? "namesake.NBA" : "league.NBA";
  const isNamesake = league === "NFL" || league === "NHL";
  return isNamesake && competition && competition.slug !== NAMESAKES[league]
    ? `sport.${league}`
    : `league.${league}`;
}
