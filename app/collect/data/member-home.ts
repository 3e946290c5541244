import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../shared/data/browser.ts";
import { SUMMARY } from "../../shared/data/jerseys/columns.ts";
import { readMemberState } from "../../shared/data/member-state.ts";
import { localJersey, localJerseys } from "../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { readCopies } from "./copies/copies.ts";
import { shelfKeys } from "./shelves/keys.ts";

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
      const { copies, wishes, waiting } = await readMemberState(
        userId,
        "copies",
        "wishes",
        "waiting",
      );
      return { copies, wishes, waiting };
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
      const { data: sets } = await client.rpc("nearest_sets").throwOnError();
      const { data } = await client
        .from("jerseys")
        .select(`${SUMMARY}, team_id, of:teams(id, name, country, competition:competitions(slug))`)
        .in(
          "id",
          sets.flatMap(({ missing }) => missing ?? []),
        )
        .order("year", { ascending: false, nullsFirst: false })
        .order("id")
        .is("jersey_images.suggestion_id", null)
        .order("position", { referencedTable: "jersey_images" })
        .limit(1, { referencedTable: "jersey_images" })
        .throwOnError();
      return sets.flatMap(({ team_id, held, total }) => {
        const missing = data.filter((jersey) => jersey.team_id === team_id);
        const team = missing[0]?.of;
        if (!team || held === null || total === null) return [];
        return [{ team, held, total, missing: localJerseys(missing, lang) }];
      });
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
