import { FACTOR_NEEDED } from "./factor-needed.ts";
import type { UploadError } from "./images/upload.ts";

/** Another administrator changed or deleted the row after it was loaded. */
export class StaleRowError extends Error {
  override name = "StaleRowError";
}

/** The session ended before a write. */
export class SessionEndedError extends Error {
  override name = "SessionEndedError";
}

/** Why a database request or an upload failed; in words: `problem-words.ts`. */
export interface DatabaseProblem {
  kind:
    | "offline"
    | "expired"
    | "tooMany"
    /** The session has not shown the account's second factor. */
    | "factor"
    | "notFound"
    | "denied"
    | "changed"
    | "duplicate"
    | "constraint"
    | "failed";
  /**
   * The violated constraint, also for duplicates, or the rule that a function checks in its place
   * (`brokenRule`).
   */
  constraint?: string;
  /**
   * The database's message, if there is no better one; one of our functions raises a stable word.
   */
  message?: string;
  /** The error's details from one of our functions, often JSON. */
  details?: string;
  /** Seconds after which a refused write fits its limit again. */
  waitSeconds?: number;
}

const KINDS: Record<string, DatabaseProblem["kind"]> = {
  PT401: "expired", // a deleted account's token
  PGRST116: "notFound", // no row where one was expected
  PT404: "notFound",
  PT409: "changed",
  PT429: "tooMany",
  "42501": "denied",
  "23505": "duplicate",
  "23502": "constraint",
  "23503": "constraint",
  "23514": "constraint",
};

export function databaseProblem(error: unknown): DatabaseProblem {
  if (error instanceof StaleRowError) return { kind: "changed" };
  if (error instanceof SessionEndedError) return { kind: "expired" };
  if (error instanceof TypeError) return { kind: "offline" }; // `fetch` throws it
  if ((error as Error).name === "UploadError") return uploadProblem(error as UploadError);
  const { code = "", message, details, hint } = error as Partial<Record<string, string>>;
  // `private.refuse`: a rule that no constraint can express.
  const rule = code === "23514" ? /^\w+$/.exec(message ?? "")?.[0] : undefined;
  const constraint = /constraint "(\w+)"/.exec(`${message} ${details}`)?.[1] ?? rule;
  const [, seconds] = /^Retry after (\d+) seconds/.exec(hint ?? "") ?? [];
  return {
    kind: kindOf(code, message),
    ...(constraint && { constraint }),
    ...((message || code) && { message: message || code }),
    ...(details && { details }),
    ...(seconds && { waitSeconds: Number(seconds) }),
  };
}

/** Known by its name: most screens don't upload, and need not load the code for it. */
function uploadProblem({ status, code }: UploadError): DatabaseProblem {
  return { kind: UPLOAD_KINDS[status] ?? "failed", ...(code && { message: code }) };
}

const UPLOAD_KINDS: Record<number, DatabaseProblem["kind"]> = {
  0: "offline",
  401: "expired",
  429: "tooMany",
};

function kindOf(code: string, message: string | undefined): DatabaseProblem["kind"] {
  if (message === FACTOR_NEEDED) return "factor";
  // PostgREST's errors about the token.
  return code.startsWith("PGRST3") ? "expired" : (KINDS[code] ?? "failed");
}

/**
 * The details of an error that one of our functions raised with a JSON object; undefined without
 * such details.
 */
export function detailsOf<T>({ details }: DatabaseProblem): T | undefined {
  try {
    return JSON.parse(details ?? "") as T;
  } catch {
    return undefined;
  }
}
