import type { Client } from "../../data/client.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { cataloguePage } from "../../data/jerseys/catalogue.ts";
import { knownValues, readFilterView } from "../../data/jerseys/filter-view.ts";
import { type CatalogueQuery, type DroppedValue, withAfter } from "../../domain/catalogue-query.ts";
import type { Language } from "../../i18n/languages.ts";

/** Everything that a page of the catalogue shows. A member's own side is laid over it in the browser. */
export async function loadCatalogue(
  client: Client,
  asked: { query: CatalogueQuery; dropped: DroppedValue[] },
  lang: Language,
) {
  const known = await knownValues(client, asked.query);
  const [page, view] = await Promise.all([
    stepOf(client, { ...known.query, own: undefined }, lang),
    readFilterView(client, known, lang),
  ]);
  return {
    ...view,
    query: page.after === null ? withAfter(known.query, undefined) : known.query,
    dropped: [...asked.dropped, ...known.dropped],
    page,
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
