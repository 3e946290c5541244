import { data, isRouteErrorResponse } from "react-router";

/** Namespaces that have words of their own for an address that names nothing. */
const WORDS = ["common", "team", "competitions", "jersey"] as const;

export type NotFoundWords = (typeof WORDS)[number];

/**
 * What a loader throws when its address names nothing: status 404, and the screen that
 * `ErrorScreen` shows in the words of `words`.
 */
export function notFound(words: NotFoundWords = "common") {
  return data(words, { status: 404 });
}

/** The words for a 404, whichever loader threw it; undefined for any other failure. */
export function notFoundWords(error: unknown): NotFoundWords | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 404) return undefined;
  return WORDS.find((words) => words === error.data) ?? "common";
}
