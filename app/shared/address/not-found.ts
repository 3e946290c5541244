import { data, isRouteErrorResponse } from "react-router";

/** Namespaces with texts of their own for a page that doesn't exist. */
const WORDS = ["common", "team", "competitions", "season", "jersey"] as const;

export type NotFoundWords = (typeof WORDS)[number];

/**
 * A loader throws this if no page exists at its address: status 404. `ErrorScreen` shows it with
 * the texts of `words`.
 */
export function notFound(words: NotFoundWords = "common") {
  return data(words, { status: 404 });
}

/** The texts for a 404, thrown by any loader; undefined for any other failure. */
export function notFoundWords(error: unknown): NotFoundWords | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 404) return undefined;
  return WORDS.find((words) => words === error.data) ?? "common";
}
