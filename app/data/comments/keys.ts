export const commentKeys = {
  /** Hidden comments make the list differ from one viewer to another. */
  list: (jerseyId: string, viewerId: string | undefined) =>
    ["comments", jerseyId, viewerId ?? "visitor"] as const,
};
