import type { Client } from "../client.ts";

/** What everyone may see of a member; null if there is none of that name. */
export async function readProfile(client: Client, username: string) {
  const { data } = await client
    .from("profiles")
    .select("id, username, display_name, joined_on")
    .eq("username", username)
    .maybeSingle()
    .throwOnError();
  return data;
}
