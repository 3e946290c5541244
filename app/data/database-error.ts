/** Another administrator changed or deleted the row after it was loaded. */
export class StaleRowError extends Error {
  override name = "StaleRowError";
}

/** Why the database did not do what it was asked for. A feature picks its own text for each kind. */
export interface DatabaseProblem {
  kind:
    | "offline"
    | "expired"
    | "tooMany"
    | "notFound"
    | "denied"
    | "changed"
    | "duplicate"
    | "constraint"
    | "failed";
  /** The broken constraint, of a duplicate too (`brokenRule`). */
  constraint?: string;
  /** The database's own words, for want of better ones: a stable word where one of our functions raised it. */
  message?: string;
  /** What one of our functions says about the error, often as JSON. */
  details?: string;
}

const KINDS: Record<string, DatabaseProblem["kind"]> = {
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
  if (error instanceof TypeError) return { kind: "offline" }; // what `fetch` throws
  const { code = "", message, details } = error as Partial<Record<string, string>>;
  const constraint = /constraint "(\w+)"/.exec(`${message} ${details}`)?.[1];
  return {
    // PostgREST's errors about the token.
    kind: code.startsWith("PGRST3") ? "expired" : (KINDS[code] ?? "failed"),
    ...(constraint && { constraint }),
    ...((message || code) && { message: message || code }),
    ...(details && { details }),
  };
}

/** The details of an error that one of our functions raised with an object; undefined when they are none. */
export function detailsOf<T>({ details }: DatabaseProblem): T | undefined {
  try {
    return JSON.parse(details ?? "") as T;
  } catch {
    return undefined;
  }
}
