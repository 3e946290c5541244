import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { SHORTEST_QUERY, tidyQuery } from "../../shared/domain/search-text.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { SUMMARY } from "../../shared/data/jerseys/columns.ts";

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;
/** The list is for a choice, and one more for the jersey that isn't offered. */
const MOST = 7;
const COLUMNS = `${SUMMARY}, season:seasons(name)` as const;

export const foundKeys = {
  all: ["found-jerseys"] as const,
  of: (query: string) => [...foundKeys.all, query] as const,
};

/** Public jerseys found by words, or the one of a pasted address; never the one with the id `without`. */
export function foundJerseys(text: string, without: string | undefined) {
  const query = tidyQuery(text);
  // An address may be longer than what is searched for.
  const id = UUID.exec(text)?.[0].toLowerCase();
  return queryOptions({
    queryKey: foundKeys.of(id ?? query),
    enabled: query.length >= SHORTEST_QUERY,
    placeholderData: keepPreviousData,
    queryFn: async () => (id ? readJerseys([id]) : findJerseys(query)),
    select: (found) => found.filter((jersey) => jersey.id !== without),
  });
}

/** A public jersey by its id; none if there is no such jersey. */
export function foundJersey(id: string | undefined) {
  return queryOptions({
    queryKey: foundKeys.of(id ?? ""),
    enabled: id !== undefined,
    queryFn: () => readJerseys([id ?? ""]),
  });
}

async function findJerseys(query: string) {
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

async function readJerseys(ids: string[]) {
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

export type FoundJersey = Awaited<ReturnType<typeof readJerseys>>[number];
