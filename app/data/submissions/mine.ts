import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import { withEdit } from "../../domain/jersey-edit.ts";
import { submissionKeys } from "./keys.ts";

const COLUMNS =
  "id, title, league, team, team_slug, kit_type, kit_type_slug, year, upvotes, downvotes, score, status, moderation_note, edited_at, created_at, teams(colors, country, competition:competitions(slug)), competitions(slug), images:jersey_images(id, path, alt), edit:jersey_edits(status, note, changes, removed_images, image_order)";

/** A jersey in its author's list. */
export type MySubmission = Awaited<ReturnType<typeof fetchMine>>["jerseys"][number];

/** The member's newest `length` submissions, of any status, as the member wants them. */
export function mySubmissions(userId: string, length: number) {
  return queryOptions({
    queryKey: submissionKeys.list(userId, length),
    queryFn: async () => fetchMine(await browserClient(), userId, length),
    placeholderData: keepPreviousData,
  });
}

async function fetchMine(client: Client, userId: string, length: number) {
  const { data, count } = await client
    .from("jerseys")
    .select(COLUMNS, { count: "exact" })
    .eq("author_id", userId)
    .order("created_at", { ascending: false })
    .order("id")
    .order("position", { referencedTable: "jersey_images" })
    .limit(length)
    .throwOnError();
  return { jerseys: data.map((jersey) => withEdit(jersey)), count: count ?? data.length };
}
