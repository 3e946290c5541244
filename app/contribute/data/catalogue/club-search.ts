import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { SHORTEST_QUERY } from "../../../shared/domain/search-text.ts";
import { choiceKeys } from "../../../shared/data/catalogue/keys.ts";

/** Results may be this old, in milliseconds: the same letters are often typed again. */
const STALE_MS = 60_000;

/** As many as fit on a phone beside its keyboard. */
const MOST = 6;

/** A team of any competition that matches a text. */
export type FoundClub = Awaited<ReturnType<typeof findClubs>>[number];

/** Teams of all competitions by words of their name, found as the site's search finds them. */
export function clubSearch(query: string) {
  return queryOptions({
    queryKey: choiceKeys.found(query),
    queryFn: async ({ signal }) => findClubs(await browserClient(), query, signal),
    enabled: query.length >= SHORTEST_QUERY,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
}

async function findClubs(client: Client, query: string, signal: AbortSignal) {
  const { data } = await client
    .rpc("search_teams", { query, max_results: MOST }, { get: true })
    .select(
      "id, name, slug, city, colors, country, competition_id, competition:competitions(name, slug, league)",
    )
    .abortSignal(signal)
    .throwOnError();
  return data;
}
