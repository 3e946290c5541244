import type { Client } from "../../shared/data/client.ts";

/** The name that others read on what a member shows. */
export async function saveDisplayName(client: Client, userId: string, name: string): Promise<void> {
  await client
    .from("profiles")
    .update({ display_name: name })
    .eq("id", userId)
    .select("id")
    .single()
    .throwOnError();
}
