import { orderedSearch } from "../../shared/address/ordered-search.ts";
import { isLeague, type League } from "../../shared/domain/leagues.ts";

/**
 * The league in an address (`?league=NBA`), case-insensitive. Undefined, which means all, for any
 * other value.
 */
export function leagueOf(params: URLSearchParams): League | undefined {
  const league = params.get("league")?.toUpperCase();
  return isLeague(league) ? league : undefined;
}

/**
 * The query string for a league. It drops `competition`, which belongs to one league, and leaves
 * the other parameters.
 */
export function leagueSearch(params: URLSearchParams, league: League | undefined): string {
  const next = new URLSearchParams(params);
  if (league) next.set("league", league);
  else next.delete("league");
  next.delete("competition");
  return orderedSearch(next);
}
