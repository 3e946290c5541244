export const voteKeys = {
  all: ["votes"] as const,
  of: (jerseyId: string) => ["votes", jerseyId] as const,
  one: (jerseyId: string, voterId: string) => ["votes", jerseyId, voterId] as const,
};
