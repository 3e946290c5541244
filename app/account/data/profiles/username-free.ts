import type { Client } from "../../../shared/data/client.ts";

/** Whether no member, or none but this one, has the username. */
export async function isUsernameFree(
  client: Client,
  username: string,
  userId?: string,
): Promise<boolean> {
  const { data } = await client
    .from("profiles")
    .select("id")
    .eq("username", username)
    .throwOnError();
  return data.every(({ id }) => id === userId);
}
