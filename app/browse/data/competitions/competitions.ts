import type { League } from "../../../shared/domain/leagues.ts";
import { localJersey } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import type { Client } from "../../../shared/data/client.ts";
import { SUMMARY as JERSEY } from "../../../shared/data/jerseys/columns.ts";

const SUMMARY = "id, name, slug, league, country";

/** The active competitions by league, then by priority (docs/product/browse.md 3.6). */
export async function listCompetitions(client: Client, league?: League) {
  const query = client.from("competitions").select(SUMMARY).eq("is_active", true);
  const { data } = await (league ? query.eq("league", league) : query)
    .order("league")
    .order("priority", { ascending: false })
    .order("name")
    .throwOnError();
  return data;
}

export type Competition = Awaited<ReturnType<typeof listCompetitions>>[number];

/** The same, each with its best rated public jersey, if it has any. */
export async function competitionsWithBest(
  client: Client,
  { league, lang }: { league?: League; lang: Language },
) {
  const jerseys = { referencedTable: "jerseys" } as const;
  const query = client
    .from("competitions")
    .select(`${SUMMARY}, jerseys(${JERSEY})`)
    .eq("is_active", true)
    .eq("jerseys.status", "approved")
    .eq("jerseys.is_active", true);
  const { data } = await (league ? query.eq("league", league) : query)
    .order("league")
    .order("priority", { ascending: false })
    .order("name")
    .order("score", { ...jerseys, ascending: false })
    .order("id", { ...jerseys, ascending: false })
    .limit(1, jerseys)
    .order("position", { referencedTable: "jerseys.images" })
    .limit(1, { referencedTable: "jerseys.images" })
    .throwOnError();
  return data.map(({ jerseys: [best], ...competition }) => ({
    ...competition,
    best: best && localJersey(best, lang),
  }));
}

/** An active competition; null if there is none. */
export async function readCompetition(client: Client, id: string): Promise<Competition | null> {
  const { data } = await client
    .from("competitions")
    .select(SUMMARY)
    .eq("id", id)
    .eq("is_active", true)
    .maybeSingle()
    .throwOnError();
  return data;
}
