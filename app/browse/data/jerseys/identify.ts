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
  const without = async (left: readonly Look[]) => {
    const asked = left.reduce((all, look) => withoutFilter(all, look), query);
    return { jerseys: await inColors(client, asked, lang), without: left };
  };
  const found = [await without([])];
  if (found[0]!.jerseys.length < ENOUGH && looks.length > 1) {
    // What people remember worst comes last: its jerseys are the likeliest of those that differ.
    found.push(...(await Promise.all(looks.toReversed().map((look) => without([look])))));
  }
  return ranked(looks, found).slice(0, SHOWN);
}

/** Steps of the catalogue among whose jerseys those with most of the colours are found. */
const STEPS = 4;

/**
 * The jerseys of a filter, the best first. The catalogue filters by the main colour: of several colours, which may all be on one
 * shirt, those come first that have just these.
 */
async function inColors(
  client: Client,
  query: CatalogueQuery,
  lang: Language,
): Promise<JerseySummary[]> {
  const jerseys: JerseySummary[] = [];
  let after: string | undefined;
  for (let step = 0; step < (query.color.length > 1 ? STEPS : 1); step++) {
    const page = await cataloguePage(client, withAfter(query, after), lang);
    jerseys.push(...page.items);
    if (page.next === null) break;
    after = page.next;
  }
  if (query.color.length < 2) return jerseys;
  const rows = await inSteps(
    jerseys.map(({ id }) => id),
    async (ids) =>
      (await client.from("jerseys").select("id, colors").in("id", ids).throwOnError()).data,
  );
  const shares = new Map(rows.map(({ id, colors }) => [id, shareOf(query.color, colors)]));
  return jerseys.toSorted((one, other) => shares.get(other.id)! - shares.get(one.id)!);
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
