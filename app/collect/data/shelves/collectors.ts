import type { Client } from "../../../shared/data/client.ts";

/**
 * How many members have a public jersey in their collection; null if they are too few to be told
 * (docs/product/collect.md 7.6).
 */
export async function countCollectors(client: Client, jerseyId: string): Promise<number | null> {
  const { data } = await client
    .rpc("collectors", { jersey_id: jerseyId }, { get: true })
    .throwOnError();
  return data;
}
