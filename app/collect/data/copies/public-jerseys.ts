import type { Client } from "../../../shared/data/client.ts";

/** Which of a few jerseys everybody can see: a member also reads their own that wait for approval. */
export async function publicJerseys(
  client: Client,
  jerseyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { data } = await client
    .from("jerseys")
    .select("id")
    .in("id", jerseyIds)
    .match({ status: "approved", is_active: true })
    .throwOnError();
  return new Set(data.map(({ id }) => id));
}
