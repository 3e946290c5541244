import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../shared/data/browser.ts";
import { SUMMARY } from "../../shared/data/jerseys/columns.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { isInSet, type KitType } from "../../shared/domain/kit-types.ts";
import { localJersey, localJerseys } from "../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { readCopies } from "./copies/copies.ts";
import { collectedTeams, IN_SET } from "./shelves/collected-teams.ts";
import { LARGEST_SET } from "./shelves/completeness.ts";
import { shelfKeys } from "./shelves/keys.ts";

/** Teams whose sets are looked at, and sets that are shown. */
const TEAMS = 5;
const SETS = 2;

/** Missing jerseys that are shown of each. */
const MISSING = 3;

/** Jerseys of a club that a first visit offers. */
const OFFERED = 24;

/** Own shirts that the home page shows, and the copies that are read for them: a shirt may be owned twice. */
const SHOWN = 8;
const READ = 24;

/** How many copies and wishes a member has, and how much of theirs waits for a decision. */
export function memberFigures(userId: string) {
  return queryOptions({
    queryKey: [...shelfKeys.lists(userId), "figures"],
    queryFn: async () => {
      const client = await browserClient();
      const head = { count: "exact", head: true } as const;
      const [copies, wishes, jerseys, suggestions] = await Promise.all([
        client
          .from("copies")
          .select("id", head)
          .eq("owner_id", userId)
          .is("removed_at", null)
          .throwOnError(),
        client.from("user_wishlists").select("id", head).eq("user_id", userId).throwOnError(),
        client
          .from("jerseys")
          .select("id", head)
          .match({ author_id: userId, status: "pending" })
          .throwOnError(),
        client
          .from("suggestions")
          .select("id", head)
          .match({ member_id: userId, status: "open" })
          .throwOnError(),
      ]);
      return {
        copies: copies.count ?? 0,
        wishes: wishes.count ?? 0,
        waiting: (jerseys.count ?? 0) + (suggestions.count ?? 0),
      };
    },
  });
}

/** The copies that a member added last, the newest first; one of each jersey. */
export function latestShirts(userId: string) {
  return queryOptions({
    queryKey: [...shelfKeys.lists(userId), "latest"],
    queryFn: async () => {
      const copies = await readCopies(await browserClient(), userId, undefined, READ);
      return [...Map.groupBy(copies, ({ id, jersey }) => jersey?.id ?? id).values()]
        .map(([newest]) => newest!)
        .slice(0, SHOWN);
    },
  });
}

/** The teams of a collection whose kits are nearest to complete: how many of them the member has, and the newest of the others. */
export function nearestSets(userId: string, lang: Language) {
  return queryOptions({
    queryKey: [...shelfKeys.lists(userId), "nearest", lang],
    queryFn: async () => {
      const client = await browserClient();
      const teams = await queryClient.fetchQuery(collectedTeams(userId, TEAMS));
      // Counted: their jerseys may be thousands, and this is read on each visit.
      const sets = await Promise.all(
        teams.map(async (team) => {
          const [counts, collected] = await Promise.all([
            client.rpc("team_kits", { team_id: team.id }, { get: true }).throwOnError(),
            // Row-level security shows only the member's own collection.
            client
              .from("jerseys")
              .select("id, user_collections!inner(id)", { count: "exact", head: true })
              .match({ team_id: team.id, status: "approved", is_active: true })
              .or(IN_SET)
              .throwOnError(),
          ]);
          const total = counts.data
            .filter(({ kit_type }) => isInSet(kit_type as KitType))
            .reduce((sum, { jerseys }) => sum + (jerseys ?? 0), 0);
          return { team, held: collected.count ?? 0, total };
        }),
      );
      const nearest = sets
        .filter(({ held, total }) => held > 0 && held < total && total <= LARGEST_SET)
        .sort((one, other) => other.held / other.total - one.held / one.total)
        .slice(0, SETS);
      return Promise.all(
        nearest.map(async (set) => {
          const { data } = await client
            .from("jerseys")
            .select(`${SUMMARY}, user_collections(id)`)
            .match({ team_id: set.team.id, status: "approved", is_active: true })
            .or(IN_SET)
            .is("user_collections", null)
            .order("year", { ascending: false, nullsFirst: false })
            .order("id")
            .is("jersey_images.suggestion_id", null)
            .order("position", { referencedTable: "jersey_images" })
            .limit(1, { referencedTable: "jersey_images" })
            .limit(MISSING)
            .throwOnError();
          return { ...set, missing: localJerseys(data, lang) };
        }),
      );
    },
  });
}

/** The jerseys of a team that a first visit offers: the newest seasons first. */
export function kitsOfTeam(userId: string, teamId: string, lang: Language) {
  return queryOptions({
    queryKey: [...shelfKeys.lists(userId), "kits", teamId, lang],
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .from("jerseys")
        .select(SUMMARY)
        .match({ team_id: teamId, status: "approved", is_active: true })
        .order("year", { ascending: false, nullsFirst: false })
        .order("score", { ascending: false })
        .order("id")
        .is("jersey_images.suggestion_id", null)
        .order("position", { referencedTable: "jersey_images" })
        .limit(1, { referencedTable: "jersey_images" })
        .limit(OFFERED)
        .throwOnError();
      return localJerseys(data, lang);
    },
    // A shirt that was just taken stays where it was, marked.
    staleTime: Infinity,
  });
}

/** A copy of which the member hasn't said when they got it; the newest. */
export function undatedCopy(userId: string, lang: Language) {
  return queryOptions({
    queryKey: [...shelfKeys.lists(userId), "undated", lang],
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .from("copies")
        .select(
          "id, jersey:jerseys!inner(id, title, team, teams(colors, country, competition:competitions(slug)))",
        )
        .eq("owner_id", userId)
        .is("removed_at", null)
        .is("bought_on", null)
        .order("created_at", { ascending: false })
        .order("id")
        .limit(1)
        .maybeSingle()
        .throwOnError();
      return data && { ...data, jersey: localJersey(data.jersey, lang) };
    },
  });
}
