/** Jerseys in the moderation queue: pending ones, and those edited after their decision. */
export const QUEUE_FILTER = "status.eq.pending,edited_at.not.is.null";
