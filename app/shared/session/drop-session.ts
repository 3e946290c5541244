import type { Client } from "../data/client.ts";

/** Removes an expired session; unlike a sign-out, it isn't the member's choice. */
export async function dropSession(client: Client): Promise<void> {
  await client.auth.signOut({ scope: "local" }).catch(() => undefined);
}
