import { isLeague, type League } from "../../domain/leagues.ts";

/** The league an address asks for (`?league=NBA`, whatever its case); anything else means all. */
export function leagueOf(params: URLSearchParams): League | undefined {
  const league = params.get("league")?.toUpperCase();
  return isLeague(league) ? league : undefined;
}

/**
 * The query that asks for a league, the other parameters left alone but a competition: it belongs
 * to a league of its own.
 */
export function leagueSearch(params: URLSearchParams, league: League | undefined): string {
  const next = new URLSearchParams(params);
  if (league) next.set("league", league);
  else next.delete("league");
  next.delete("competition");
  return next.size > 0 ? `?${next}` : "";
}
