import { createClient } from "@supabase/supabase-js";
import { randomUUID } from "node:crypto";

/** A new member of a site without confirmations (`AUTH_AUTOCONFIRM`), and a client with their session. */
export async function signUp(url: string, key: string, headers: Record<string, string> = {}) {
  const client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers },
  });
  const email = `${randomUUID()}@example.test`;
  const { data, error } = await client.auth.signUp({ email, password: "un-maillot-par-jour" });
  if (error) throw error;
  return { client, id: data.user!.id };
}
