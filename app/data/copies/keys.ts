export const copyKeys = {
  all: (userId: string) => ["copies", userId] as const,
  pages: (userId: string) => [...copyKeys.all(userId), "pages"] as const,
  ofJersey: (userId: string, jerseyId: string) =>
    [...copyKeys.all(userId), "jersey", jerseyId] as const,
};
