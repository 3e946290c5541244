import { z } from "zod";

import type { Reason, Verdicts } from "../../../shared/domain/suggestion.ts";
import { undoNext } from "../history/undo.ts";
import type { Client } from "../../../shared/data/client.ts";
import type { Json } from "../../../shared/data/database.types.ts";
import { parseAnswer } from "../../../shared/data/parse-answer.ts";
import type { Waiting } from "./queue.ts";

/** A decision on something that waits. */
export interface Decision {
  row: Pick<Waiting, "id" | "seen">;
  /** One for each pending key; of a submission, `jersey`. */
  verdicts: Verdicts;
  /** Other values for what is accepted. */
  corrections?: Record<string, Json> | undefined;
}

const decided = z.object({ batch_id: z.string().nullable() });

/**
 * Decides on the version that the reviewer has seen. Returns the batch by which it is undone; null if nothing became public, or if this
 * reviewer can't undo it.
 */
export async function decide(
  client: Client,
  { row: { id, seen }, verdicts, corrections }: Decision,
): Promise<string | null> {
  const { data } = await client
    .rpc("decide", {
      ...{ id, seen, verdicts },
      ...(corrections && { corrections }),
    })
    .throwOnError();
  return parseAnswer(decided, data).batch_id;
}

/**
 * Takes back what the reviewer has just decided, as if it had not been.
 * @param ids what was decided on; with a batch, what became public goes back
 * @returns false if nothing could be undone any more
 */
export async function undoDecision(
  client: Client,
  ids: string[],
  batchId: string | null,
): Promise<boolean> {
  if (batchId !== null) {
    return (await undoNext(client, { batch_id: batchId }, "wrong" satisfies Reason)).undone > 0;
  }
  for (const id of ids) await client.rpc("undo_decision", { decided_id: id }).throwOnError();
  return true;
}
