import {
  type CatalogueQuery,
  type DroppedValue,
  EMPTY_QUERY,
  type NamedFilter,
  withoutValues,
} from "../../domain/catalogue-query.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import type { Client } from "../../../shared/data/client.ts";
import { catalogueCounts, catalogueValues, type FacetCounts, universe } from "./catalogue.ts";
import { namedValues, type NamedValue } from "./catalogue-names.ts";

/** What the filters of a page show. */
export interface FilterView {
  query: CatalogueQuery;
  /** The size of the result; more than 1,000 are 1,001. */
  total: number;
  counts: FacetCounts;
  named: Record<NamedFilter, NamedValue[]>;
  /** The decades that have a jersey at all. */
  decades: number[];
}

/** Values of a query that the database knows, and the query without the others. */
export async function knownValues(client: Client, requested: CatalogueQuery) {
  const chosen = await catalogueValues(client, requested);
  const known = new Set(chosen.map(({ facet, value }) => `${facet}:${value}`));
  return {
    chosen,
    ...withoutValues(requested, (filter, value) => known.has(`${filter}:${value}`)),
  };
}

/** The filters of a query whose values are known, as a visitor sees them. */
export async function readFilterView(
  client: Client,
  { query, chosen }: Awaited<ReturnType<typeof knownValues>> & { dropped: DroppedValue[] },
  lang: Language,
): Promise<FilterView> {
  const [{ total, facets: counts }, all] = await Promise.all([
    catalogueCounts(client, { ...query, own: undefined }),
    universe(client, EMPTY_QUERY),
  ]);
  return {
    query,
    total,
    counts,
    named: await namedValues(client, { counts, universe: all, chosen, lang }),
    decades: Object.keys(all.decade ?? {}).map(Number),
  };
}
