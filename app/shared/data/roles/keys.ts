export const roleKeys = {
  isAdmin: (userId: string) => ["is-admin", userId] as const,
  isReviewer: (userId: string) => ["is-reviewer", userId] as const,
};
