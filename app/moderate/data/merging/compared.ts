import { queryOptions } from "@tanstack/react-query";

import { createBatchLoader } from "../../../shared/data/batch-loader.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { JERSEY_FIELDS } from "../../../shared/domain/facts/jersey.ts";
import { mergingKeys } from "./keys.ts";

const COLUMNS =
  `id, status, ${JERSEY_FIELDS}, team_slug, kit_type_slug, upvotes, downvotes, competition:competitions(name, slug), season:seasons(name), teams(colors, country, competition:competitions(slug)), images:jersey_images(id, path)` as const;

/** Addresses stay short. */
const MOST = 40;

/** A jersey with what tells it from another one; null if the reader can't see it, as one that was removed. */
export function comparedJersey(id: string | null | undefined) {
  return queryOptions({
    queryKey: mergingKeys.compared(id ?? ""),
    enabled: Boolean(id),
    queryFn: async () => (await find(id ?? "")) ?? null,
  });
}

/** The ids of the photos that a merge would add to the jersey that stays. */
export function joiningPhotos(fromId: string, intoId: string) {
  return queryOptions({
    queryKey: mergingKeys.joining(fromId, intoId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .rpc("joining_photos", { from_id: fromId, into_id: intoId })
        .throwOnError();
      return data;
    },
  });
}

/** Those of a whole list are read together. */
const find = createBatchLoader(async (ids: string[]) => {
  const jerseys = await fetchCompared(await browserClient(), ids);
  return new Map(jerseys.map((jersey) => [jersey.id, jersey]));
}, MOST);

async function fetchCompared(client: Client, ids: string[]) {
  const { data } = await client
    .from("jerseys")
    .select(COLUMNS)
    .in("id", ids)
    // What waits for review isn't on the page.
    .is("jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jersey_images" })
    .throwOnError();
  return data;
}

export type ComparedJersey = Awaited<ReturnType<typeof fetchCompared>>[number];
