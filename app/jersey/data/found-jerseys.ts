import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { SHORTEST_QUERY, tidyQuery } from "../../../shared/domain/search-text.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { SUMMARY } from "../../../shared/data/jerseys/columns.ts";
import { mergingKeys } from "./keys.ts";

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;
/** The list is for a choice, and one more for the jersey itself. */
const MOST = 7;
const COLUMNS = `${SUMMARY}, season:seasons(name)` as const;

/** Public jerseys found by words, or the one of a pasted address: another one is merged into one of them. */
export function mergeTargets(text: string, jerseyId: string) {
  const query = tidyQuery(text);
  const id = UUID.exec(query)?.[0].toLowerCase();
  return queryOptions({
    queryKey: mergingKeys.targets(id ?? query),
    enabled: query.length >= SHORTEST_QUERY,
    placeholderData: keepPreviousData,
    queryFn: async () => (id ? readTargets([id]) : findTargets(query)),
    select: (found) => found.filter((target) => target.id !== jerseyId),
  });
}

/** A public jersey by its id; none if there is no such jersey. */
export function mergeTarget(id: string | undefined) {
  return queryOptions({
    queryKey: mergingKeys.targets(id ?? ""),
    enabled: id !== undefined,
    queryFn: () => readTargets([id ?? ""]),
  });
}

async function findTargets(query: string) {
  const client = await browserClient();
  const { data } = await client
    .rpc("search_jerseys", { query, max_results: MOST })
    .select(COLUMNS)
    .is("jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" })
    .limit(MOST)
    .throwOnError();
  return data;
}

async function readTargets(ids: string[]) {
  const client = await browserClient();
  const { data } = await client
    .from("jerseys")
    .select(COLUMNS)
    .in("id", ids)
    .eq("status", "approved")
    .eq("is_active", true)
    .is("jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" })
    .throwOnError();
  return data;
}

export type MergeTarget = Awaited<ReturnType<typeof readTargets>>[number];
