export const lineUpKeys = {
  all: ["line-ups"] as const,
  seasons: () => [...lineUpKeys.all, "seasons"] as const,
  season: (id: string) => [...lineUpKeys.all, "season", id] as const,
  catalogue: () => [...lineUpKeys.all, "catalogue"] as const,
};
