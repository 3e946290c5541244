import type { Client } from "../client.ts";
import type { QueuedJersey } from "./queue.ts";

export type Decision = "approved" | "rejected";

/**
 * Decides on a jersey. An approval is about the version that the administrator has seen, a
 * rejection carries a reason for the author.
 */
export async function decide(
  client: Client,
  jersey: QueuedJersey,
  decision: Decision,
  note?: string,
): Promise<void> {
  const { title, edition, description, external_link } = jersey;
  const images = jersey.images.map(({ version }) => version);
  await client
    .rpc("moderate_jersey", {
      jersey_id: jersey.id,
      decision,
      ...(decision === "approved" && {
        seen: { title, edition, description, external_link, images },
      }),
      ...(note && { note }),
    })
    .throwOnError();
}
