import type { Provider, UserIdentity } from "@supabase/supabase-js";

import type { Client } from "../../../shared/data/client.ts";
import { renew } from "./second-factor.ts";

/** Redirects to the provider to link an identity to this account. */
export async function linkIdentity(
  client: Client,
  provider: string,
  returnTo: string,
): Promise<void> {
  const { error } = await client.auth.linkIdentity({
    provider: provider as Provider,
    options: { redirectTo: returnTo },
  });
  if (error) throw error;
}

/** @throws {AuthError} identity_not_found, single_identity_not_deletable */
export async function unlinkIdentity(client: Client, identity: UserIdentity): Promise<void> {
  const { error } = await client.auth.unlinkIdentity(identity);
  if (error) throw error;
  await renew(client);
}
