import { z } from "zod";

import {
  type CatalogueQuery,
  filterOf,
  isSet,
  NAMED_FILTERS,
  withAfter,
  withoutFilter,
} from "../../domain/catalogue-query.ts";
import type { FacetFact } from "../../../shared/domain/facts/jersey.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import type { Page } from "../../../shared/domain/page.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import type { Client } from "../../../shared/data/client.ts";
import { jerseysByIds } from "../../../shared/data/jerseys/by-ids.ts";
import { parseAnswer } from "../../../shared/data/parse-answer.ts";

/** Functions are read by GET, so that no server takes them for a write. */
const READ = { get: true } as const;

/** A `jsonb` parameter in an address. */
const inAddress = (query: CatalogueQuery) => JSON.stringify(filterOf(query));

/** What the facets of `catalogue_counts()` count. */
type Facet =
  | "sport"
  | "competition"
  | "team"
  | "brand"
  | "kit"
  | "color"
  | FacetFact["name"]
  | "photo"
  | "decade"
  | "without";

/** The number of jerseys of each value; a missing one has none. More than 1,000 are 1,001. */
export type FacetCounts = Partial<Record<Facet, Record<string, number>>>;

export interface CatalogueCounts {
  total: number;
  facets: FacetCounts;
}

const step = z.object({ ids: z.array(z.string()), next: z.string().nullable() });

/** The jerseys of one step. Keyset pagination: what stays where it is comes once. */
export async function cataloguePage(
  client: Client,
  query: CatalogueQuery,
  lang: Language,
): Promise<Page<JerseySummary>> {
  const { sort, after } = query;
  const { data } = await client
    .rpc("catalogue_page", { filter: inAddress(query), sort, ...(after && { after }) }, READ)
    .throwOnError();
  const { ids, next } = parseAnswer(step, data);
  return { items: await summaries(client, ids, lang), after: after ?? null, next };
}

/** Jerseys in the order of their ids. */
async function summaries(
  client: Client,
  ids: readonly string[],
  lang: Language,
): Promise<JerseySummary[]> {
  const found = await jerseysByIds(client, ids, lang);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/**
 * The size of the result, and how many jerseys each value of each filter would show. Where nothing is found,
 * `without` has what is found without each filter.
 */
export async function catalogueCounts(
  client: Client,
  query: CatalogueQuery,
): Promise<CatalogueCounts> {
  const counts = await countsOf(client, query);
  const { total, facets } = counts;
  if (total > 0 || !isSet(query, "years")) return counts;
  // The database counts without each of the two years; people choose and remove them as one.
  const { from, to, ...others } = facets.without ?? {};
  const years =
    query.from !== undefined && query.to !== undefined
      ? (await countsOf(client, withoutFilter(query, "years"))).total
      : (from ?? to ?? 0);
  return { total, facets: { ...facets, without: { ...others, years } } };
}

async function countsOf(client: Client, query: CatalogueQuery): Promise<CatalogueCounts> {
  const { data } = await client
    .rpc("catalogue_counts", { filter: inAddress(withAfter(query, undefined)) }, READ)
    .throwOnError();
  const facets: Record<string, Record<string, number>> = {};
  let total = 0;
  for (const { facet, value, jerseys } of data) {
    if (facet === "total") total = jerseys ?? 0;
    else if (facet && value) (facets[facet] ??= {})[value] = jerseys ?? 0;
  }
  return { total, facets };
}

const UNIVERSE_FRESH_MS = 30_000;
const universes = new WeakMap<Client, { since: number; facets: Promise<FacetCounts> }>();

/** The counts without any filter: the values that exist at all. Kept for half a minute. */
export function universe(client: Client, empty: CatalogueQuery): Promise<FacetCounts> {
  const known = universes.get(client);
  if (known && Date.now() - known.since < UNIVERSE_FRESH_MS) return known.facets;
  const facets = catalogueCounts(client, empty).then((counts) => counts.facets);
  universes.set(client, { since: Date.now(), facets });
  // A failure isn't kept.
  facets.catch(() => universes.delete(client));
  return facets;
}

/** The competitions, teams, brands and texts of a query that exist. */
export async function catalogueValues(
  client: Client,
  query: CatalogueQuery,
): Promise<{ facet: string; value: string; label: string }[]> {
  const chosen = NAMED_FILTERS.filter((name) => query[name].length > 0);
  if (chosen.length === 0) return [];
  const filter = JSON.stringify(Object.fromEntries(chosen.map((name) => [name, query[name]])));
  const { data } = await client.rpc("catalogue_values", { filter }, READ).throwOnError();
  return data.map(({ facet, value, label }) => ({
    facet: facet ?? "",
    value: value ?? "",
    label: label ?? "",
  }));
}
