import { isLeague, type League } from "../../shared/domain/leagues.ts";

/** What waits for reviewers: submissions, kinds of suggestions (photos are a correction), reports, and comments. */
export const REVIEW_KINDS = ["new", "edit", "merge", "removal", "report", "comment"] as const;

type ReviewKind = (typeof REVIEW_KINDS)[number];

/** Of the first filter: small corrections that are public already and nobody has checked, in place of what waits. */
export const TO_CHECK = "check";

/** In days. */
export const REVIEW_AGES = [1, 3, 7] as const;

/** From how many on filters are shown without being asked for. */
export const MANY_WAIT = 50;

/** What the queue shows; without a value all that waits. */
export interface ReviewFilter {
  kind?: ReviewKind;
  league?: League;
  /** At least so many days old. */
  days?: (typeof REVIEW_AGES)[number];
  to_check?: true;
}

/** The filter of an address; what it can't read is left out. */
export function filterOf(params: URLSearchParams): ReviewFilter {
  const asked = params.get("kind");
  const kind = REVIEW_KINDS.find((known) => known === asked);
  const league = params.get("league");
  const days = REVIEW_AGES.find((known) => String(known) === params.get("days"));
  return {
    ...(kind && { kind }),
    ...(isLeague(league) && { league }),
    ...(days && { days }),
    ...(asked === TO_CHECK && { to_check: true }),
  };
}
