import type { Client } from "../../../shared/data/client.ts";
import { databaseProblem } from "../../../shared/data/database-error.ts";
import { cataloguePage } from "../../data/jerseys/catalogue.ts";
import { type FilterView, knownValues, readFilterView } from "../../data/jerseys/filter-view.ts";
import {
  type CatalogueQuery,
  catalogueSearch,
  type DroppedValue,
  indexedQuery,
  isIndexed,
  withAfter,
} from "../../domain/catalogue-query.ts";
import { chosenValues } from "../../filters/labels.ts";
import type { Language } from "../../../shared/i18n/languages.ts";

/** Everything that a page of the catalogue shows. A member's own side is laid over it in the browser. */
export async function loadCatalogue(
  client: Client,
  requested: { query: CatalogueQuery; dropped: DroppedValue[] },
  lang: Language,
) {
  const known = await knownValues(client, requested.query);
  const [page, view] = await Promise.all([
    stepOf(client, { ...known.query, own: undefined }, lang),
    readFilterView(client, known, lang),
  ]);
  const query = page.after === null ? withAfter(known.query, undefined) : known.query;
  const dropped = [...requested.dropped, ...known.dropped];
  const shown = { ...view, query, dropped, page };
  return { ...shown, head: headOf(shown, lang) };
}

/**
 * What the head and the heading say, as texts: reading queries is for the scripts that load when the filters are needed.
 */
function headOf(
  { query, named, dropped, total }: FilterView & { dropped: DroppedValue[] },
  lang: Language,
) {
  const labels = (of: CatalogueQuery) =>
    chosenValues({ query: { ...of, own: undefined }, named }, lang).map(({ label }) => label);
  const indexed = indexedQuery(query);
  const isSame = isIndexed(query);
  return {
    /** Identifies the list: its query without the step. */
    listKey: catalogueSearch(withAfter(query, undefined)),
    chosen: labels(query),
    /** The one filter of a page that search engines index. */
    subject: isSame ? labels(indexed)[0] : undefined,
    canonical: catalogueSearch(indexed),
    isForSearch: isSame && dropped.length === 0 && total > 0,
  };
}

/** A step; the first one if the address has a cursor that no step of this order gave. */
async function stepOf(client: Client, query: CatalogueQuery, lang: Language) {
  try {
    return await cataloguePage(client, query, lang);
  } catch (error) {
    const { message } = databaseProblem(error);
    if (message !== "catalogue_cursor_invalid") throw error;
    return cataloguePage(client, withAfter(query, undefined), lang);
  }
}

export type CatalogueData = Awaited<ReturnType<typeof loadCatalogue>>;
