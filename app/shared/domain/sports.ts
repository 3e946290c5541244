import { type League, LEAGUES } from "./leagues.ts";

/** The segment in the address of a sport's page: `/sport/nba`. */
export function sportSlug(league: League): string {
  return league.toLowerCase();
}

/** The league of a sport's address; undefined if there is no such sport. */
export function leagueOfSport(slug: string): League | undefined {
  return LEAGUES.find((league) => sportSlug(league) === slug);
}
