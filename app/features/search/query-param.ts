import { tidyQuery } from "../../data/search/search.ts";

/** Where the query stands in the address of the results page (spec §2: site search). */
export const QUERY_PARAM = "q";

/** What the address asks to search for; empty where it doesn't. */
export function queryOf(params: URLSearchParams): string {
  return tidyQuery(params.get(QUERY_PARAM) ?? "");
}

export function resultsPath(home: string, query: string): string {
  return `${home}?${new URLSearchParams({ [QUERY_PARAM]: query })}`;
}
