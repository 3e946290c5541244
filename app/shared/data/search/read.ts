import type { League } from "../../domain/leagues.ts";

/** Where to search: the backend's address and its anonymous key. */
export interface SearchSource {
  url: string;
  key: string;
  fetch?: typeof fetch;
}

export interface FoundTeam {
  id: string;
  name: string;
  slug: string;
  short_name: string | null;
  city: string | null;
  country: string | null;
  colors: string[];
  competition: { name: string; slug: string; league: League } | null;
  aliases: { alias: string }[];
}

export interface FoundCompetition {
  id: string;
  name: string;
  slug: string;
  league: League;
  country: string | null;
}

export const TEAMS = {
  select:
    "id, name, slug, short_name, city, country, colors, competition:competitions(name, slug, league), aliases:team_aliases(alias)",
  // With the limit of teams it bounds the answer: the backend needn't count its bytes.
  "aliases.limit": "40",
};

export type Read = <Row>(call: string, args: Record<string, string | number>) => Promise<Row[]>;

/** Reads rows of a function, or of a table whose name begins with a slash. */
export function reader(
  { url, key, fetch = globalThis.fetch }: SearchSource,
  signal?: AbortSignal,
): Read {
  return async <Row>(call: string, args: Record<string, string | number>) => {
    const path = call.startsWith("/") ? call : `/rpc/${call}`;
    const parameters = new URLSearchParams(
      Object.entries(args).map(([name, value]) => [name, String(value)]),
    );
    if ("max_results" in args) parameters.set("limit", String(args.max_results));
    const response = await fetch(`${url}/rest/v1${path}?${parameters}`, {
      headers: { apikey: key, authorization: `Bearer ${key}` },
      signal: signal ?? null,
    });
    if (!response.ok) throw new Error(`${call} answered ${response.status}`);
    return (await response.json()) as Row[];
  };
}
