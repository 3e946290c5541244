/** When the competitions that have a history text were first played or founded, by slug. */
export const COMPETITION_YEARS: Readonly<Record<string, number>> = {
  "premier-league": 1992,
  "champions-league": 1955,
  "la-liga": 1929,
  "serie-a": 1898,
  bundesliga: 1963,
  "ligue-1": 1932,
  nba: 1946,
  nfl: 1920,
  nhl: 1917,
  euroleague: 1958,
  "lol-worlds": 2011,
  "cs-major": 2013,
  "dota-ti": 2011,
};
