import { cva } from "class-variance-authority";

/** A surface in a league's colour, with the text that may stand on it. */
export const leagueColor = cva("", {
  variants: {
    league: {
      NBA: "bg-nba text-nba-ink",
      NFL: "bg-nfl text-nfl-ink",
      NHL: "bg-nhl text-nhl-ink",
      SOCCER: "bg-soccer text-soccer-ink",
      ESPORT: "bg-esport text-esport-ink",
    },
  },
});
