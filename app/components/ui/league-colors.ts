import type { League } from "../../domain/leagues.ts";

/** A surface in a league's colour, with the text that may stand on it. */
export const LEAGUE_COLORS = {
  NBA: "bg-nba text-nba-ink",
  NFL: "bg-nfl text-nfl-ink",
  NHL: "bg-nhl text-nhl-ink",
  SOCCER: "bg-soccer text-soccer-ink",
  ESPORT: "bg-esport text-esport-ink",
} as const satisfies Record<League, string>;
