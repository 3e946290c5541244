/** What a player says: one of the shirts, or neither. */
export const CHOICES = ["first", "second", "neither"] as const;
export type Choice = (typeof CHOICES)[number];

/** Answers that count, by choice. */
export type DuelShare = Record<Choice, number>;
