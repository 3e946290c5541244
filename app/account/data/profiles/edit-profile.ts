import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { profileKeys } from "../../../shared/data/profiles/keys.ts";
import { isUsernameFree } from "./username-free.ts";

export interface Profile {
  username: string;
  display_name: string | null;
}

/** How long a name must stay unchanged before it is queried, in milliseconds. */
const DELAY_MS = 300;

/** Whether the username is free for this member. The database checks again when it is saved. */
export function usernameIsFree(username: string, userId: string) {
  return queryOptions({
    queryKey: profileKeys.isUsernameFree(username, userId),
    queryFn: async ({ signal }) => {
      // Debounced: the next letter aborts this query.
      await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
      signal.throwIfAborted();
      return isUsernameFree(await browserClient(), username, userId);
    },
    retry: false,
  });
}

/** @throws a database error with code 23505 if the username is taken */
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
