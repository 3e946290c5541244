import type { Client } from "../../../shared/data/client.ts";

/** A brand of the catalogue; null if there is none. */
export async function readBrand(client: Client, id: string) {
  const { data } = await client
    .from("brands")
    .select("id, name")
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}
