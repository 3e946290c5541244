import type { Verdicts } from "../../../shared/domain/suggestion.ts";
import type { Client } from "../../../shared/data/client.ts";
import type { Json } from "../../../shared/data/database.types.ts";
import type { Waiting } from "./queue.ts";

/** A decision on something that waits. */
export interface Decision {
  row: Pick<Waiting, "id" | "seen">;
  /** One for each pending key; of a submission, `jersey`. */
  verdicts: Verdicts;
  /** Other values for what is accepted. */
  corrections?: Record<string, Json> | undefined;
}

/** Decides on the version that the reviewer has seen. Returns the batch by which it is undone; null if nothing became public. */
export async function decide(
  client: Client,
  { row: { id, seen }, verdicts, corrections }: Decision,
): Promise<string | null> {
  const { data } = await client
    .rpc("decide", {
      ...{ id, seen, verdicts: verdicts as unknown as Json },
      ...(corrections && { corrections }),
    })
    .throwOnError();
  return (data as { batch_id: string | null }).batch_id;
}
