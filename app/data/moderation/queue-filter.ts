/** Jerseys in the moderation queue: pending ones that weren't merged, and those edited after their decision. */
export const QUEUE_FILTER = "and(status.eq.pending,is_active.is.true),edited_at.not.is.null";
