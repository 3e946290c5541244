import type { Client } from "../client.ts";

export type Decision = "approved" | "rejected";

/** Decides on a jersey; a rejection carries a reason for the author. */
export async function decide(
  client: Client,
  jerseyId: string,
  decision: Decision,
  note?: string,
): Promise<void> {
  await client
    .rpc("moderate_jersey", { jersey_id: jerseyId, decision, ...(note && { note }) })
    .throwOnError();
}
