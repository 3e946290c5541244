/** Why a jersey is among what changed for a member, the most personal reason first (`private.changes_of()`). */
export const CHANGE_REASONS = ["wish", "gap", "jersey", "photo", "listed"] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];
