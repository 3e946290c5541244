import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../shared/data/browser.ts";
import type { Client } from "../../shared/data/client.ts";
import { jerseysByIds } from "../../shared/data/jerseys/by-ids.ts";
import { type Color, isColor } from "../../shared/domain/colors.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { readTeams } from "./showcase.ts";
import { memberName } from "../../shared/i18n/member-name.ts";

/** A member's year in shirts (docs/product/show.md 29.1). */
export type YearInShirts = Awaited<ReturnType<typeof completeYear>>;

/** The row of `my_year()` and `shared_year()`. */
interface Counted {
  shirts: number;
  seasons: number;
  first_year: number | null;
  last_year: number | null;
  team_id: string | null;
  team_shirts: number | null;
  oldest: string | null;
  rarest: string | null;
  rarest_owners: number | null;
  colors: { color: string; shirts: number }[];
  covers: string[];
  contributions: number;
}

/** A year that a member shows; null if the link was withdrawn or never made. */
export async function readSharedYear(client: Client, key: string, lang: Language) {
  const { data } = await client
    .rpc("shared_year", { key }, { get: true })
    .maybeSingle()
    .throwOnError();
  if (!data) return null;
  const row = data as Counted & { username: string; display_name: string | null; year: number };
  return {
    name: memberName(row, lang),
    username: row.username,
    year: row.year,
    ...(await completeYear(client, row, lang)),
  };
}

/** The member's own year; null before its December. */
export function myYear(userId: string, year: number, lang: Language) {
  return queryOptions({
    queryKey: ["my-year", userId, year, lang] as const,
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .rpc("my_year", { year }, { get: true })
        .maybeSingle()
        .throwOnError();
      return data ? completeYear(client, data as Counted, lang) : null;
    },
  });
}

export const yearLinkKey = (userId: string, year: number) => ["year-link", userId, year] as const;

/** The key of the link to the member's own year; null without a link. */
export function yearLink(userId: string, year: number) {
  return queryOptions({
    queryKey: yearLinkKey(userId, year),
    // Another device may have withdrawn it.
    staleTime: 0,
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .from("year_links")
        .select("key")
        .eq("member_id", userId)
        .eq("year", year)
        .maybeSingle()
        .throwOnError();
      return data?.key ?? null;
    },
  });
}

/** Makes the link; returns its key. */
export async function makeYearLink(client: Client, year: number): Promise<string> {
  const { data } = await client
    .from("year_links")
    .insert({ year })
    .select("key")
    .single()
    .throwOnError();
  return data.key;
}

export async function withdrawYearLink(
  client: Client,
  userId: string,
  year: number,
): Promise<void> {
  await client.from("year_links").delete().eq("member_id", userId).eq("year", year).throwOnError();
}

async function completeYear(client: Client, row: Counted, lang: Language) {
  const named = [row.oldest, row.rarest, ...row.covers].filter((id) => id !== null);
  const [jerseys, teams] = await Promise.all([
    jerseysByIds(client, [...new Set(named)], lang),
    readTeams(client, row.team_id ? [row.team_id] : []),
  ]);
  const team = row.team_id ? teams.get(row.team_id) : undefined;
  return {
    shirts: row.shirts,
    seasons: row.seasons,
    firstYear: row.first_year,
    lastYear: row.last_year,
    // One jersey makes no favourite.
    club: team && (row.team_shirts ?? 0) > 1 ? { team, shirts: row.team_shirts! } : null,
    oldest: (row.oldest && jerseys.get(row.oldest)) || null,
    rarest: (row.rarest && jerseys.get(row.rarest)) || null,
    rarestOwners: row.rarest_owners ?? 0,
    colors: row.colors.flatMap(({ color, shirts }): { color: Color; shirts: number }[] =>
      isColor(color) ? [{ color, shirts }] : [],
    ),
    covers: row.covers.flatMap((id) => jerseys.get(id) ?? []),
    contributions: row.contributions,
  };
}
