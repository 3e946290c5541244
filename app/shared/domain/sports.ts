import { type League, LEAGUES } from "./leagues.ts";

/** The segment in the address of a sport's page: `/sport/nba`. */
export function sportSlug(league: League): string {
  return league.toLowerCase();
}

/** The emoji of a league's sport, on the sport's page. */
export const SPORT_EMOJI: Record<League, string> = {
  NBA: "🏀",
  NFL: "🏈",
  NHL: "🏒",
  SOCCER: "⚽",
  ESPORT: "🎮",
};

/** The league of a sport's address; undefined if there is no such sport. */
export function leagueOfSport(slug: string): League | undefined {
  return LEAGUES.find((league) => sportSlug(league) === slug);
}
