import type { Client } from "../client.ts";

export type Decision = "approved" | "rejected";

/** Decides on a jersey; a rejection carries the reason for its author. */
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
