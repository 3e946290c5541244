import { databaseProblem } from "../../../shared/data/database-error.ts";
import { UploadError } from "../../../shared/data/images/upload.ts";

/** Why a file was not uploaded: a text under `uploadProblems` in the namespace `submit`. */
export type UploadProblem = "session" | "offline" | "tooMany" | "full" | "copiesFull";

/** Undefined if the error says nothing that a reader could act upon. */
export function uploadProblem(error: unknown): UploadProblem | undefined {
  if (!(error instanceof UploadError)) {
    // The row of the image counts, too.
    return databaseProblem(error).kind === "tooMany" ? "tooMany" : undefined;
  }
  if (error.status === 0) return "offline";
  if (error.status === 429) return "tooMany";
  if (error.status === 401) return "session";
  if (error.code === "uploads_full") return "full";
  return error.code === "copy_photos_full" ? "copiesFull" : undefined;
}
