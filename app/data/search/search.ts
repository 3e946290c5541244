import type { StoredSummary } from "../../domain/jersey.ts";
import type { League } from "../../domain/leagues.ts";
import type { Language } from "../../i18n/languages.ts";
import { SUMMARY } from "../jerseys/columns.ts";

/** Where to search: the backend's address and its anonymous key. */
export interface SearchSource {
  url: string;
  key: string;
  fetch?: typeof fetch;
}

export interface FoundTeam {
  id: string;
  name: string;
  city: string | null;
  country: string | null;
  colors: string[];
  competition: { name: string; slug: string; league: League } | null;
}

export interface FoundCompetition {
  id: string;
  name: string;
  slug: string;
  league: League;
  country: string | null;
}

export interface Found {
  jerseys: StoredSummary[];
  teams: FoundTeam[];
  competitions: FoundCompetition[];
}

/** The most results of each kind. */
export type SearchLimits = Record<keyof Found, number>;

export interface SearchRequest {
  query: string;
  /** The reader's language: what its readers call a team comes first. */
  lang: Language;
  limits: SearchLimits;
}

/** Shorter texts are not searched (docs/product.md 4.1); longer ones are cut, as in SQL. */
export const SHORTEST_QUERY = 2;
export const LONGEST_QUERY = 100;

/**
 * The search text of a visitor's input: words and single spaces, without zero bytes, which
 * PostgreSQL refuses.
 */
export function tidyQuery(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, LONGEST_QUERY)
    .trim();
}

export const NOTHING: Found = { jerseys: [], teams: [], competitions: [] };

const COLUMNS: Record<keyof Found, Record<string, string>> = {
  jerseys: { select: SUMMARY, "images.order": "position", "images.limit": "1" },
  teams: {
    select: "id, name, city, country, colors, competition:competitions(name, slug, league)",
  },
  competitions: { select: "id, name, slug, league, country" },
};

/**
 * Finds jerseys, teams and competitions by the words of a query (see
 * supabase/migrations/…_search.sql). A plain request without the client library, so that visitors
 * who only search never load it.
 */
export async function searchCatalogue(
  source: SearchSource,
  { query, lang, limits }: SearchRequest,
  signal?: AbortSignal,
): Promise<Found> {
  const ask = <Kind extends keyof Found>(kind: Kind, more: Record<string, string> = {}) =>
    searchKind(source, kind, { query, max_results: String(limits[kind]), ...more }, signal);
  const [jerseys, teams, competitions] = await Promise.all([
    ask("jerseys"),
    ask("teams", { lang }),
    ask("competitions"),
  ]);
  return { jerseys, teams, competitions };
}

async function searchKind<Kind extends keyof Found>(
  { url, key, fetch = globalThis.fetch }: SearchSource,
  kind: Kind,
  asked: Record<string, string>,
  signal?: AbortSignal,
): Promise<Found[Kind]> {
  const parameters = new URLSearchParams({ ...asked, ...COLUMNS[kind] });
  const response = await fetch(`${url}/rest/v1/rpc/search_${kind}?${parameters}`, {
    headers: { apikey: key, authorization: `Bearer ${key}` },
    signal: signal ?? null,
  });
  if (!response.ok) throw new Error(`search_${kind} answered ${response.status}`);
  return (await response.json()) as Found[Kind];
}
