import { queryOptions } from "@tanstack/react-query";

import { JERSEY_FIELDS } from "../../../shared/domain/facts/jersey.ts";
import type { Target } from "../../../shared/domain/suggestion.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { suggestionKeys } from "./keys.ts";

/**
 * What a member may correct, as it is public, and their own open suggestion about it; null if it isn't public
 * (any more).
 */
export function subjectOf({ type, id }: Target, userId: string) {
  return queryOptions({
    queryKey: suggestionKeys.target(type, id, userId),
    queryFn: async () => {
      const client = await browserClient();
      const [subject, open] = await Promise.all([
        readSubject(client, { type, id }),
        readOpen(client, { type, id }, userId),
      ]);
      return subject && { ...subject, open };
    },
    // A later answer must not replace the member's input.
    staleTime: Infinity,
    gcTime: 0,
  });
}

async function readSubject(client: Client, { type, id }: Target) {
  if (type === "jersey") {
    const row = await readJersey(client, id);
    return row && { type, row };
  }
  if (type === "team") {
    const row = await readTeam(client, id);
    return row && { type, row };
  }
  const row = await readCompetition(client, id);
  return row && { type, row };
}

async function readJersey(client: Client, id: string) {
  const { data } = await client
    .from("jerseys")
    .select(
      `id, author_id, ${JERSEY_FIELDS}, team_slug, kit_type_slug, teams(colors, country, competition:competitions(slug)), competition:competitions(name, slug), season:seasons(name), images:jersey_images(id, path, url, alt, kind, position, licence, rights_stated, likeness)`,
    )
    .eq("id", id)
    .eq("status", "approved")
    .eq("is_active", true)
    .is("jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jersey_images" })
    .maybeSingle()
    .throwOnError();
  return data;
}

export type SubjectJersey = NonNullable<Awaited<ReturnType<typeof readJersey>>>;

async function readTeam(client: Client, id: string) {
  const { data } = await client
    .from("teams")
    .select("id, name, short_name, city, country, founded_year, competition:competitions(slug)")
    .eq("id", id)
    .eq("is_active", true)
    .maybeSingle()
    .throwOnError();
  return data;
}

export type SubjectTeam = NonNullable<Awaited<ReturnType<typeof readTeam>>>;

async function readCompetition(client: Client, id: string) {
  const { data } = await client
    .from("competitions")
    .select("id, name, slug, country")
    .eq("id", id)
    .eq("is_active", true)
    .maybeSingle()
    .throwOnError();
  return data;
}

export type SubjectCompetition = NonNullable<Awaited<ReturnType<typeof readCompetition>>>;

/** The member's open suggestion about it: there is one at most. */
async function readOpen(client: Client, { type, id }: Target, userId: string) {
  const { data } = await client
    .from("suggestions")
    .select(
      "id, changes, source, photos:jersey_images(id, url, alt, kind, position, licence, rights_stated, likeness)",
    )
    .eq("member_id", userId)
    .eq("target_type", type)
    .eq("target_id", id)
    .eq("status", "open")
    // A merge or removal has no form: it is withdrawn and made anew.
    .in("kind", ["edit", "photos"])
    // A contested one waits as it is, and one of a removed jersey until that comes back.
    .is("contested_at", null)
    .is("held_at", null)
    .order("position", { referencedTable: "jersey_images" })
    .maybeSingle()
    .throwOnError();
  return data;
}

export type Subject = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof subjectOf>["queryFn"]>>>
>;

export type OpenSuggestion = NonNullable<Subject["open"]>;
