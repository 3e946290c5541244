import type { Client } from "../../../shared/data/client.ts";

/** Reported members as others see them now, by id, and whether they have a page (docs/product/account.md 19.6). */
export async function memberPages(client: Client, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const { data } = await client
    .from("profiles")
    .select("id, username, display_name, jerseys(id)")
    .in("id", [...new Set(ids)])
    .eq("jerseys.status", "approved")
    .eq("jerseys.is_active", true)
    .limit(1, { referencedTable: "jerseys" })
    .throwOnError();
  return new Map(
    data.map(({ jerseys, ...member }) => [member.id, { ...member, hasPage: jerseys.length > 0 }]),
  );
}
