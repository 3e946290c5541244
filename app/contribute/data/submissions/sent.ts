import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { SUMMARY } from "../../../shared/data/jerseys/columns.ts";
import { submissionKeys } from "./keys.ts";

/** A jersey that this member has just submitted; null if it is not theirs or no longer there. */
export function sentJersey(id: string, userId: string) {
  return queryOptions({
    queryKey: submissionKeys.sent(id, userId),
    queryFn: async () => readSent(await browserClient(), id, userId),
  });
}

async function readSent(client: Client, id: string, userId: string) {
  const { data } = await client
    .from("jerseys")
    .select(`${SUMMARY}, team_id, competition_id, season_id`)
    .eq("id", id)
    .eq("author_id", userId)
    .is("jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" })
    .maybeSingle()
    .throwOnError();
  return data;
}
