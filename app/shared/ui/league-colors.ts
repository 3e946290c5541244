import type { League } from "../domain/leagues.ts";

/** Background in a league's colour, with a text colour of sufficient contrast. */
export const LEAGUE_COLORS = {
  NBA: "bg-nba text-nba-ink",
  NFL: "bg-nfl text-nfl-ink",
  NHL: "bg-nhl text-nhl-ink",
  SOCCER: "bg-soccer text-soccer-ink",
  ESPORT: "bg-esport text-esport-ink",
} as const satisfies Record<League, string>;
