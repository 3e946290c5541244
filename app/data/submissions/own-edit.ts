import { queryOptions } from "@tanstack/react-query";

import { withEdit } from "../../domain/jersey-edit.ts";
import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import { submissionKeys } from "./keys.ts";

/** What this member has changed on their approved jersey; null if nothing is left to review. */
export function ownEdit(jerseyId: string, userId: string) {
  return queryOptions({
    queryKey: submissionKeys.ownEdit(jerseyId, userId),
    queryFn: async () => readOwnEdit(await browserClient(), jerseyId, userId),
  });
}

async function readOwnEdit(client: Client, jerseyId: string, userId: string) {
  const { data: edit } = await client
    .from("jersey_edits")
    .select(
      "status, note, changes, removed_images, image_order, jersey:jerseys(title, edition, description, external_link, images:jersey_images(id, path, edit_id))",
    )
    .eq("jersey_id", jerseyId)
    .eq("author_id", userId)
    .order("position", { referencedTable: "jersey.jersey_images" })
    .maybeSingle()
    .throwOnError();
  return edit && { ...edit, jersey: withEdit({ ...edit.jersey, edit }) };
}

export type OwnEdit = NonNullable<Awaited<ReturnType<typeof readOwnEdit>>>;
