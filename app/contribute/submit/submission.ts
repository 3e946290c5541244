import { uniqueId } from "../../shared/browser/unique-id.ts";
import type { Client } from "../../shared/data/client.ts";
import { brokenRule } from "../../shared/data/constraints.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { ImagesNotSentError } from "../data/photos/form-photos.ts";
import { withdrawJersey } from "../data/submissions/edit.ts";
import { insertImages, insertJersey, type NewJersey } from "../data/submissions/submissions.ts";
import type { ImageRights } from "../../shared/domain/rules/image-rules.ts";
import type { JerseyProblem } from "../../shared/domain/rules/jersey-rules.ts";
import type { Attempt } from "./draft.ts";
import { fieldOf, type JerseyForm } from "./rules.ts";
import type { JerseyPhotos } from "./use-jersey-photos.ts";

/** Reads and stores the last attempt, beside the draft. */
interface Attempts {
  attempt(): Attempt | undefined;
  storeAttempt(attempt: Attempt | undefined): Promise<void>;
}

/**
 * Submits a jersey: first its files, which nobody sees, then the jersey, then its images. Every
 * write is idempotent under the ids of the attempt, so sending again completes an interrupted
 * submission.
 * @returns the jersey's id
 * @throws the error of the failed write
 */
export async function submit(
  client: Client,
  jersey: NewJersey,
  uploads: JerseyPhotos,
  draft: Attempts,
  rights: ImageRights,
): Promise<string> {
  let attempt = draft.attempt();
  if (attempt && attempt.content !== contentOf(jersey, uploads.snapshot().photos, rights)) {
    // The member has changed the draft since. The attempt may be stored in part, so its jersey and
    // files are deleted.
    await withdrawJersey(client, attempt.jerseyId);
    uploads.renew();
    await draft.storeAttempt((attempt = undefined));
  }
  const sent = await uploads.sendAll();
  const images = sent.map(({ id, stored: path, likeness }) => ({ id, path, likeness }));

  const isRepeated = attempt !== undefined;
  attempt ??= { jerseyId: uniqueId(), content: contentOf(jersey, images, rights) };
  await draft.storeAttempt(attempt);
  try {
    await insertJersey(client, attempt.jerseyId, jersey);
  } catch (error) {
    // Nothing is stored under this id: the first insert was refused, or the jersey has been merged
    // into another one since. The next attempt is a new one; the uploaded files are used again.
    const isGone = databaseProblem(error).constraint === "jerseys_pkey";
    if (isGone || (!isRepeated && isRefusal(error))) await draft.storeAttempt(undefined);
    throw error;
  }
  try {
    await insertImages(client, attempt.jerseyId, jersey.title, images, rights);
  } catch (error) {
    if (databaseProblem(error).constraint !== "jersey_images_url_stored") throw error;
    // A file was deleted as unused since its upload. The next attempt uploads every image again.
    uploads.renew();
    throw new ImagesNotSentError(images.length);
  }
  return attempt.jerseyId;
}

function contentOf(jersey: NewJersey, images: { id: string }[], rights: ImageRights): string {
  return JSON.stringify([jersey, images.map(({ id }) => id), images.length > 0 && rights.licence]);
}

/** True if the database refused the write. False if the connection failed or no answer came. */
function isRefusal(error: unknown): boolean {
  const { kind } = databaseProblem(error);
  return kind !== "offline" && kind !== "failed";
}

/** Reason of a failed submission, as the form shows it. */
export type SubmitProblem =
  | { kind: "expired" }
  | { kind: "offline" }
  | { kind: "factor" }
  | { kind: "tooMany"; waitSeconds: number | undefined }
  | { kind: "images"; count: number }
  | { kind: "field"; field: keyof JerseyForm; problem: JerseyProblem }
  /** The database's message or code, as there is no translation (docs/product/contribute.md 10.7). */
  | { kind: "other"; text: string | undefined };

export function submitProblem(error: unknown): SubmitProblem {
  if (error instanceof ImagesNotSentError) return { kind: "images", count: error.count };
  const { kind, constraint, message, waitSeconds } = databaseProblem(error);
  if (kind === "expired" || kind === "offline" || kind === "factor") return { kind };
  if (kind === "tooMany") return { kind, waitSeconds };
  const broken = brokenRule("jerseys", constraint);
  if (broken) return { kind: "field", field: fieldOf(broken[0]), problem: broken[1] };
  return { kind: "other", text: message };
}
