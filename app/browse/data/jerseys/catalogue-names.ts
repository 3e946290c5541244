import { slug } from "../../../shared/domain/slug.ts";
import { competitionName, teamName } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { nameOrder } from "../../../shared/i18n/name-order.ts";
import type { Client } from "../../../shared/data/client.ts";
import { NAMED_FILTERS, type NamedFilter } from "../../domain/catalogue-query.ts";
import type { FacetCounts } from "./catalogue.ts";

/** A value as the page carries it; `also` has the words of a team's other names. Objects would repeat the keys. */
export type NamedValue = [slug: string, name: string, jerseys: number, also?: string | undefined];

/** The most values of a filter on a page; the others are found by their name. */
export const MOST_NAMED = 60;

/** The names of competitions, teams and brands, by slug, in the reader's language. */
type Names = Record<NamedFilter, Map<string, string>>;

async function competitions(client: Client, slugs: string[], lang: Language) {
  if (slugs.length === 0) return new Map<string, string>();
  const { data } = await client
    .from("competitions")
    .select("slug, name")
    .eq("is_active", true)
    .limit(1_000)
    .throwOnError();
  return new Map(data.map((row) => [row.slug, competitionName(row, lang)]));
}

async function teams(client: Client, slugs: string[], lang: Language) {
  const also = new Map<string, string>();
  if (slugs.length === 0) return { names: new Map<string, string>(), also };
  const { data } = await client
    .from("teams")
    .select(
      "slug, name, short_name, country, competition:competitions(slug), aliases:team_aliases(alias)",
    )
    .in("slug", slugs)
    .eq("is_active", true)
    .order("slug")
    .order("name")
    .throwOnError();
  const names = new Map(data.map((row) => [row.slug, teamName(row, row.competition, lang)]));
  // Two sports have a team of one name.
  for (const { slug: value, name, short_name: short, aliases } of data) {
    const called = [name, short, ...aliases.map(({ alias }) => alias)].join(" ");
    also.set(
      value,
      [...new Set(`${also.get(value) ?? ""} ${called}`.trim().split(/\s+/))].join(" "),
    );
  }
  return { names, also };
}

async function brands(client: Client, slugs: string[]) {
  if (slugs.length === 0) return new Map<string, string>();
  const { data } = await client.from("brands").select("name").limit(1_000).throwOnError();
  return new Map(data.map(({ name }) => [slug(name), name]));
}

const byFilter = <Value>(valueOf: (filter: NamedFilter) => Value) =>
  Object.fromEntries(NAMED_FILTERS.map((filter) => [filter, valueOf(filter)])) as Record<
    NamedFilter,
    Value
  >;

/**
 * The named values of a page: those that would show something, the most frequent first, then those
 * that exist but would show nothing; always those that are chosen, with the label of the database
 * where the catalogue has no row of that name.
 */
export async function namedValues(
  client: Client,
  {
    counts,
    universe,
    chosen,
    lang,
  }: {
    counts: FacetCounts;
    universe: FacetCounts;
    chosen: readonly { facet: string; value: string; label: string }[];
    lang: Language;
  },
): Promise<Record<NamedFilter, NamedValue[]>> {
  const slugsOf = (filter: NamedFilter) => [
    ...new Set([
      ...chosen.flatMap(({ facet, value }) => (facet === filter ? [value] : [])),
      ...Object.keys(counts[filter] ?? {}),
      ...Object.keys(universe[filter] ?? {}),
    ]),
  ];
  const slugs = byFilter(slugsOf);
  const [competition, team, brand] = await Promise.all([
    competitions(client, slugs.competition, lang),
    teams(client, slugs.team, lang),
    brands(client, slugs.brand),
  ]);
  // A text is its own name.
  const own = (filter: NamedFilter) => new Map(slugs[filter].map((text) => [text, text]));
  const names: Names = { ...byFilter(own), competition, team: team.names, brand };
  for (const { facet, value, label } of chosen) {
    const known = names[facet as NamedFilter];
    if (!known.has(value)) known.set(value, label);
  }
  const valuesOf = (filter: NamedFilter) =>
    frequentFirst(
      slugs[filter].flatMap((value): NamedValue[] => {
        const name = names[filter].get(value);
        if (name === undefined) return [];
        const count = counts[filter]?.[value] ?? 0;
        return [
          filter === "team" ? [value, name, count, team.also.get(value)] : [value, name, count],
        ];
      }),
      new Set(chosen.flatMap(({ facet, value }) => (facet === filter ? [value] : []))),
      lang,
    );
  return byFilter(valuesOf);
}

/** At most sixty, the most frequent first, then by name; a chosen one is never left out. */
function frequentFirst(
  values: NamedValue[],
  chosen: ReadonlySet<string>,
  lang: Language,
): NamedValue[] {
  const byName = nameOrder<NamedValue>(lang, ([, name]) => name);
  const sorted = values.sort((one, other) => other[2] - one[2] || byName(one, other));
  return sorted.filter(([value], place) => place < MOST_NAMED || chosen.has(value));
}
