import { suggestionKeys } from "../../../contribute/data/suggestions/keys.ts";
import { roleKeys } from "../../../shared/data/roles/keys.ts";
import type { ReviewFilter } from "../../domain/review.ts";

export const reviewKeys = {
  all: ["review"] as const,
  /** How much waits: in the queue, on its tab and in the header. */
  counts: [suggestionKeys.figures, roleKeys.toReviews],
  queues: ["review", "queue"] as const,
  queue: (filter: ReviewFilter) => [...reviewKeys.queues, filter] as const,
  duplicates: (jerseyId: string) => ["review", "duplicates", jerseyId] as const,
  fields: (jerseyId: string) => ["review", "fields", jerseyId] as const,
  teamsLike: (jerseyId: string) => ["review", "teams-like", jerseyId] as const,
  mine: ["review", "mine"] as const,
  reports: (targetId: string) => ["review", "reports", targetId] as const,
};
