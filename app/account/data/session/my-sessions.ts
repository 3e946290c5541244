import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { credentialKeys } from "./keys.ts";

/** The member's sessions, most recently used first. */
export function mySessions(userId: string) {
  return queryOptions({
    queryKey: credentialKeys.sessions(userId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client.rpc("my_sessions").throwOnError();
      return data;
    },
  });
}

/** Ends one of the member's sessions. */
export async function revokeSession(client: Client, id: string): Promise<void> {
  await client.rpc("revoke_session", { session_id: id }).throwOnError();
}

/** Ends the member's other sessions. @throws {AuthError} */
export async function signOutOthers(client: Client): Promise<void> {
  const { error } = await client.auth.signOut({ scope: "others" });
  if (error) throw error;
}
