import { uniqueId } from "../../browser/unique-id.ts";
import type { Client } from "../../data/client.ts";
import { brokenRule } from "../../data/constraints.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { deleteJersey } from "../../data/submissions/edit.ts";
import { insertImages, insertJersey, type NewJersey } from "../../data/submissions/submissions.ts";
import type { JerseyProblem } from "../../domain/rules/jersey-rules.ts";
import type { Attempt } from "./draft.ts";
import { ImagesNotSentError, type ImageUploads, SessionEndedError } from "./image-uploads.ts";
import { fieldOf, type JerseyForm } from "./rules.ts";

/** What is remembered of the last attempt, beside the draft. */
interface Attempts {
  attempt(): Attempt | undefined;
  storeAttempt(attempt: Attempt | undefined): Promise<void>;
}

/**
 * Submits a jersey: files first, which nobody sees, then the jersey, then its images. Every write can be
 * repeated under the ids of the attempt, so an interrupted submission is completed by sending it again.
 * @throws what the failed write threw
 */
export async function submit(
  client: Client,
  jersey: NewJersey,
  uploads: ImageUploads,
  draft: Attempts,
): Promise<void> {
  let attempt = draft.attempt();
  if (attempt && attempt.content !== contentOf(jersey, uploads.snapshot().images)) {
    // The member changed something since. Part of that attempt may be stored: it is deleted, its files too.
    await deleteJersey(client, attempt.jerseyId);
    uploads.renew();
    await draft.storeAttempt((attempt = undefined));
  }
  const images = await uploads.sendAll();

  const isRepeated = attempt !== undefined;
  attempt ??= { jerseyId: uniqueId(), content: contentOf(jersey, images) };
  await draft.storeAttempt(attempt);
  try {
    await insertJersey(client, attempt.jerseyId, jersey);
  } catch (error) {
    // Surely nothing is stored: the next attempt is a new one, and the files wait for it.
    if (!isRepeated && isRefusal(error)) await draft.storeAttempt(undefined);
    throw error;
  }
  await insertImages(client, attempt.jerseyId, jersey.title, images);
}

function contentOf(jersey: NewJersey, images: { id: string }[]): string {
  return JSON.stringify([jersey, images.map(({ id }) => id)]);
}

/** Whether the database refused, instead of breaking off or not answering at all. */
function isRefusal(error: unknown): boolean {
  const { kind } = databaseProblem(error);
  return kind !== "offline" && kind !== "failed";
}

/** Why a submission failed, as the form shows it. */
export type SubmitProblem =
  | { kind: "expired" }
  | { kind: "offline" }
  | { kind: "images"; count: number }
  | { kind: "field"; field: keyof JerseyForm; problem: JerseyProblem }
  /** The database's own words or code, for want of better ones (docs/product.md 10.7). */
  | { kind: "other"; text: string | undefined };

export function submitProblem(error: unknown): SubmitProblem {
  if (error instanceof SessionEndedError) return { kind: "expired" };
  if (error instanceof ImagesNotSentError) return { kind: "images", count: error.count };
  const { kind, constraint, message } = databaseProblem(error);
  if (kind === "expired" || kind === "offline") return { kind };
  const broken = brokenRule("jerseys", constraint);
  if (broken) return { kind: "field", field: fieldOf(broken[0]), problem: broken[1] };
  return { kind: "other", text: message };
}
