import { isLeague, type League } from "../../shared/domain/leagues.ts";

/** What waits for reviewers: submissions, kinds of suggestions, reports, and comments. */
export const REVIEW_KINDS = [
  "new",
  "edit",
  "photos",
  "merge",
  "removal",
  "report",
  "comment",
] as const;

type ReviewKind = (typeof REVIEW_KINDS)[number];

/** In days. */
export const REVIEW_AGES = [1, 3, 7] as const;

/** What the queue shows; without a value all that waits. */
export interface ReviewFilter {
  kind?: ReviewKind;
  league?: League;
  /** At least so many days old. */
  days?: (typeof REVIEW_AGES)[number];
  /** Small corrections that are public already and nobody has checked, in place of what waits. */
  to_check?: true;
}

/** The filter of an address; what it can't read is left out. */
export function filterOf(params: URLSearchParams): ReviewFilter {
  const kind = REVIEW_KINDS.find((known) => known === params.get("kind"));
  const league = params.get("league");
  const days = REVIEW_AGES.find((known) => String(known) === params.get("days"));
  return {
    ...(kind && { kind }),
    ...(isLeague(league) && { league }),
    ...(days && { days }),
    ...(params.get("to_check") === "true" && { to_check: true }),
  };
}
