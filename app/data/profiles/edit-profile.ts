import type { Client } from "../client.ts";

export interface Profile {
  username: string;
  display_name: string | null;
}

/** Whether nobody else is called that. The database has the last word when it is saved. */
export async function isUsernameFree(
  client: Client,
  username: string,
  userId: string,
): Promise<boolean> {
  const { data } = await client
    .from("profiles")
    .select("id")
    .eq("username", username)
    .neq("id", userId)
    .throwOnError();
  return data.length === 0;
}

/** @throws a database error with code 23505 where the username is taken */
export async function updateProfile(
  client: Client,
  userId: string,
  profile: Profile,
): Promise<Profile> {
  const { data } = await client
    .from("profiles")
    .update(profile)
    .eq("id", userId)
    .select("username, display_name")
    .single()
    .throwOnError();
  return data;
}
