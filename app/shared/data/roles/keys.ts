export const roleKeys = {
  isAdmin: (userId: string) => ["is-admin", userId] as const,
  toReviews: ["to-review"] as const,
  toReview: (userId: string) => [...roleKeys.toReviews, userId] as const,
  isReviewer: (userId: string) => ["is-reviewer", userId] as const,
};
