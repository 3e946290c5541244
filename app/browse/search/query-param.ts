import { tidyQuery } from "../../shared/domain/search-text.ts";

/** Parameter of the results page that holds the query (docs/product/browse.md 4.6). */
export const QUERY_PARAM = "q";

/** The query in an address; empty if there is none. */
export function queryOf(params: URLSearchParams): string {
  return tidyQuery(params.get(QUERY_PARAM) ?? "");
}

export function resultsPath(home: string, query: string): string {
  return `${home}?${new URLSearchParams({ [QUERY_PARAM]: query })}`;
}
