import type { Client } from "../client.ts";

/** Who changed a row last, as far as the audit log knows. */
export interface LastChange {
  /** Null for a command, or an account that is gone. */
  by: string | null;
  at: string;
}

export async function lastChange(
  client: Client,
  table: string,
  rowId: string,
): Promise<LastChange | null> {
  const { data } = await client
    .from("audit_log")
    .select("actor_id, at")
    .eq("table_name", table)
    .eq("row_id", rowId)
    .order("id", { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  if (!data) return null;
  const names = data.actor_id ? await usernames(client, [data.actor_id]) : new Map();
  return { at: data.at, by: (data.actor_id && names.get(data.actor_id)) ?? null };
}

/** How the accounts behind some ids are called; those that are gone are missing. */
export async function usernames(client: Client, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { data } = await client
    .from("profiles")
    .select("id, username")
    .in("id", ids)
    .throwOnError();
  return new Map(data.map(({ id, username }) => [id, username]));
}
