export const mergingKeys = {
  all: ["merging"] as const,
  effects: (jerseyId: string) => ["merging", "effects", jerseyId] as const,
  compared: (id: string) => ["merging", "compared", id] as const,
  joining: (fromId: string, intoId: string) => ["merging", "joining", fromId, intoId] as const,
  may: (jerseyId: string, userId: string) => ["merging", "may", jerseyId, userId] as const,
  allGone: ["merging", "gone"] as const,
  gone: (jerseyId: string) => ["merging", "gone", jerseyId] as const,
};
