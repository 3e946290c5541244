import { tidyQuery } from "../../data/search/search.ts";

/** The parameter of the results page that holds the query (docs/product.md 4.6). */
export const QUERY_PARAM = "q";

/** What the address asks to search for; empty where it doesn't. */
export function queryOf(params: URLSearchParams): string {
  return tidyQuery(params.get(QUERY_PARAM) ?? "");
}

export function resultsPath(home: string, query: string): string {
  return `${home}?${new URLSearchParams({ [QUERY_PARAM]: query })}`;
}
