export const commentKeys = {
  /** Viewers see different lists: some comments are hidden. */
  list: (jerseyId: string, viewerId: string | undefined) =>
    ["comments", jerseyId, viewerId ?? "visitor"] as const,
};
