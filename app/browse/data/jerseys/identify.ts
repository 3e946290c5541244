import type { Client } from "../../../shared/data/client.ts";
import { SUMMARY } from "../../../shared/data/jerseys/columns.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import { codeKey } from "../../../shared/domain/product-codes.ts";
import { localJerseys } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { inSteps } from "../../../shared/data/in-steps.ts";
import { type CatalogueQuery, withAfter, withoutFilter } from "../../domain/catalogue-query.ts";
import { type Candidate, type Look, ranked, type SeenShirt } from "../../domain/identify.ts";
import { cataloguePage } from "./catalogue.ts";

/** Candidates that are shown; with fewer that agree in everything, those follow that differ in one thing. */
const SHOWN = 24;
const ENOUGH = 12;

/** The public jerseys that may be the shirt that was seen. */
export async function identify(
  client: Client,
  { query, looks }: SeenShirt,
  lang: Language,
): Promise<Candidate<JerseySummary>[]> {
  if (looks.length === 0) return [];
  const { whole, partial } = await inColors(client, query, lang);
  const without = async (look: Look) => {
    const some = look === "color" ? partial : [];
    if (looks.length === 1) return some;
    return [...some, ...(await inColors(client, withoutFilter(query, look), lang)).whole];
  };
  // What people remember worst comes last: its jerseys are the likeliest of those that differ.
  const left = whole.length < ENOUGH ? looks.toReversed() : [];
  const near = await Promise.all(
    left.map(async (look) => ({ jerseys: await without(look), without: [look] })),
  );
  return ranked(looks, [{ jerseys: whole, without: [] }, ...near]).slice(0, SHOWN);
}

/** Steps of the catalogue among whose jerseys those with all of the colours are found. */
const STEPS = 4;

/**
 * The jerseys of a filter, the best first: those that have all of its colours, and those that lack one. The catalogue filters by
 * the main colour: of several colours, which are all on the shirt, those come first that have just these.
 */
async function inColors(
  client: Client,
  query: CatalogueQuery,
  lang: Language,
): Promise<{ whole: JerseySummary[]; partial: JerseySummary[] }> {
  const jerseys: JerseySummary[] = [];
  let after: string | undefined;
  for (let step = 0; step < (query.color.length > 1 ? STEPS : 1); step++) {
    const page = await cataloguePage(client, withAfter(query, after), lang);
    jerseys.push(...page.items);
    if (page.next === null) break;
    after = page.next;
  }
  if (query.color.length < 2) return { whole: jerseys, partial: [] };
  const rows = await inSteps(
    jerseys.map(({ id }) => id),
    async (ids) =>
      (await client.from("jerseys").select("id, colors").in("id", ids).throwOnError()).data,
  );
  const colorsOf = new Map<string, readonly string[]>(rows.map(({ id, colors }) => [id, colors]));
  const colors = ({ id }: JerseySummary) => colorsOf.get(id) ?? [];
  const { whole = [], partial = [] } = Object.groupBy(
    jerseys.toSorted(
      (one, other) => shareOf(query.color, colors(other)) - shareOf(query.color, colors(one)),
    ),
    (jersey) => (query.color.every((one) => colors(jersey).includes(one)) ? "whole" : "partial"),
  );
  return { whole, partial };
}

/** Which part of all these colours both have. */
function shareOf(seen: readonly string[], colors: readonly string[]): number {
  const common = seen.filter((color) => colors.includes(color)).length;
  return common / new Set([...seen, ...colors]).size;
}

/** A code is short: more jerseys share none. */
const MOST_OF_CODE = 20;

/** The public jerseys whose label has a code; case and separators don't matter. */
export async function jerseysOfCode(
  client: Client,
  code: string,
  lang: Language,
): Promise<JerseySummary[]> {
  const key = codeKey(code);
  if (key.length < 2) return [];
  const { data } = await client
    .rpc("search_jerseys", { query: key, max_results: MOST_OF_CODE }, { get: true })
    .select(`${SUMMARY}, product_codes`)
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" })
    .throwOnError();
  const same = data.filter(({ product_codes: codes }) => codes.some((one) => codeKey(one) === key));
  return localJerseys(same, lang);
}
