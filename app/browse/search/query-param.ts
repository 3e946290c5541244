import { href } from "../../shared/address/paths.ts";
import { tidyQuery } from "../../shared/domain/search-text.ts";
import type { Language } from "../../shared/i18n/languages.ts";

/** Parameter of the results page that holds the query (docs/product/browse.md 4.6). */
export const QUERY_PARAM = "q";

/** The query in an address; empty if there is none. */
export function queryOf(params: URLSearchParams): string {
  return tidyQuery(params.get(QUERY_PARAM) ?? "");
}

/** The address of the results page of a query. */
export function resultsPath(query: string, lang: Language): string {
  return `${href("search", {}, lang)}?${new URLSearchParams({ [QUERY_PARAM]: query })}`;
}
