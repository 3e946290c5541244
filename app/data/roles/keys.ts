export const roleKeys = {
  isAdmin: (userId: string) => ["is-admin", userId] as const,
};
