import type { Client } from "../../../shared/data/client.ts";

/** How many members have a jersey, and how many want it; null for what is too few to be told. */
export interface ShelfCounts {
  collectors: number | null;
  wishers: number | null;
}

/** The counts of a public jersey (docs/product/collect.md 7.6). */
export async function readShelfCounts(client: Client, jerseyId: string): Promise<ShelfCounts> {
  const { data } = await client
    .rpc("shelf_counts", { jersey_id: jerseyId }, { get: true })
    .maybeSingle()
    .throwOnError();
  return data ?? { collectors: null, wishers: null };
}
