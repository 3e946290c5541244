import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import type { League } from "../../../shared/domain/leagues.ts";
import { localJerseys } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import type { Client } from "../../../shared/data/client.ts";
import { SUMMARY } from "../../../shared/data/jerseys/columns.ts";

interface ListOptions {
  /** Of the teams' names. */
  lang: Language;
  league?: League | undefined;
  competitionId?: string | undefined;
  limit: number;
}

/**
 * Public jerseys with their cover. For visitors row-level security returns no others; for members
 * this filter excludes their own pending ones.
 */
function publicJerseys(
  client: Client,
  { league, competitionId, limit }: Omit<ListOptions, "lang">,
) {
  let query = client
    .from("jerseys")
    .select(SUMMARY)
    .eq("status", "approved")
    .eq("is_active", true)
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" })
    .limit(limit);
  if (league) query = query.eq("league", league);
  if (competitionId) query = query.eq("competition_id", competitionId);
  return query;
}

/** The best rated jerseys, best first. */
export async function topJerseys(client: Client, options: ListOptions): Promise<JerseySummary[]> {
  const { data } = await publicJerseys(client, options)
    .order("score", { ascending: false })
    .order("id", { ascending: false })
    .throwOnError();
  return localJerseys(data, options.lang);
}

/** The newest jerseys first. */
export async function latestJerseys(
  client: Client,
  options: ListOptions,
): Promise<JerseySummary[]> {
  const { data } = await publicJerseys(client, options)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .throwOnError();
  return localJerseys(data, options.lang);
}

/** Jerseys of the same team, then the best of the same league (docs/product/jersey.md 5.5). */
export async function similarJerseys(
  client: Client,
  jersey: Pick<JerseySummary, "id" | "league" | "team_slug">,
  { lang, limit }: Pick<ListOptions, "lang" | "limit">,
): Promise<JerseySummary[]> {
  const others = () =>
    publicJerseys(client, { league: jersey.league, limit })
      .neq("id", jersey.id)
      .order("score", { ascending: false })
      .order("id", { ascending: false });
  const [team, league] = await Promise.all([
    others().eq("team_slug", jersey.team_slug).throwOnError(),
    others().neq("team_slug", jersey.team_slug).throwOnError(),
  ]);
  return localJerseys([...team.data, ...league.data].slice(0, limit), lang);
}
