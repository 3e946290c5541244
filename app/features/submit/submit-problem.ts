import { SessionEndedError, ImagesNotSentError } from "./image-uploads.ts";
import { CONSTRAINTS, type JerseyForm, type Problem } from "./rules.ts";

/** Why a submission failed, as the form shows it. */
export type SubmitProblem =
  | { kind: "expired" }
  | { kind: "offline" }
  | { kind: "images"; count: number }
  | { kind: "field"; field: keyof JerseyForm; problem: Problem }
  /** The database's own message or code, where we have no text of ours (docs/product.md 10.7). */
  | { kind: "other"; text: string | undefined };

interface DatabaseError {
  code?: string;
  message?: string;
  details?: string;
}

/** Whether the database has answered with this error; otherwise nobody knows what happened. */
export function isAnswer(error: unknown): boolean {
  return Boolean((error as DatabaseError).code);
}

export function submitProblem(error: unknown): SubmitProblem {
  if (error instanceof SessionEndedError) return { kind: "expired" };
  if (error instanceof ImagesNotSentError) return { kind: "images", count: error.count };
  if (error instanceof TypeError) return { kind: "offline" }; // what `fetch` throws
  const { code, message, details } = error as DatabaseError;
  // PostgREST's errors about the token.
  if (code?.startsWith("PGRST3")) return { kind: "expired" };
  const constraint = /constraint "(\w+)"/.exec(`${message} ${details}`)?.[1];
  const known = constraint === undefined ? undefined : CONSTRAINTS[constraint];
  if (known && known[0] !== "images") return { kind: "field", field: known[0], problem: known[1] };
  return { kind: "other", text: message || code };
}
