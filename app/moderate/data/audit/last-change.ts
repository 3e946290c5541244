import type { Client } from "../../../shared/data/client.ts";

/** The last change of a row, as far as the audit log has it. */
export interface LastChange {
  /** Null if a command made the change, or if the account is deleted. */
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

/** The usernames of accounts by id; deleted accounts are missing. */
export async function usernames(client: Client, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { data } = await client
    .from("profiles")
    .select("id, username")
    .in("id", ids)
    .throwOnError();
  return new Map(data.map(({ id, username }) => [id, username]));
}
