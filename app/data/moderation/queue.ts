import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import type { Database } from "../database.types.ts";
import { withEdit } from "../../domain/jersey-edit.ts";
import { JERSEY_FIELDS } from "../../domain/rules/correction-rules.ts";
import { moderationKeys } from "./keys.ts";
import { QUEUE_FILTER } from "./queue-filter.ts";

const COLUMNS =
  `id, author_id, ${JERSEY_FIELDS}, team_slug, kit_type_slug, upvotes, downvotes, status, created_at, edited_at, competition:competitions(name, slug), season:seasons(name), author:profiles(username, display_name), teams(colors, country, competition:competitions(slug)), images:jersey_images(id, path, url, alt, version, licence, rights_stated), edit:jersey_edits(status, note, changes, removed_images, image_order)` as const;

/** A jersey in the moderation queue, with its edit as if it were accepted. */
export type QueuedJersey = Awaited<ReturnType<typeof fetchQueue>>["jerseys"][number];

/**
 * The first `length` jerseys of the moderation queue: pending ones, oldest first, then those edited
 * after their decision. No pages: a decided jersey makes room for the next.
 */
export function moderationQueue(length: number) {
  return queryOptions({
    queryKey: moderationKeys.queueOf(length),
    queryFn: async () => fetchQueue(await browserClient(), length),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

async function fetchQueue(client: Client, length: number) {
  const { data, count } = await client
    .from("jerseys")
    .select(COLUMNS, { count: "exact" })
    .or(QUEUE_FILTER)
    // Jerseys without a decision have no edited_at.
    .order("edited_at", { nullsFirst: true })
    .order("created_at")
    .order("id")
    .order("position", { referencedTable: "jersey_images" })
    .order("id", { referencedTable: "jersey_images" })
    .limit(length)
    .throwOnError();
  return { jerseys: data.map((jersey) => withEdit(jersey)), count: count ?? data.length };
}

/** A difference from the version last decided on; `field` is a column, `image` or `order`. */
export type JerseyChange = Database["public"]["Functions"]["jersey_changes"]["Returns"][number];

/** The differences from the version last decided on. */
export function jerseyChanges(jerseyId: string) {
  return queryOptions({
    queryKey: moderationKeys.changes(jerseyId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client.rpc("jersey_changes", { jersey_id: jerseyId }).throwOnError();
      return data;
    },
  });
}
