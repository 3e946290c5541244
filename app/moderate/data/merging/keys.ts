export const mergingKeys = {
  all: ["merging"] as const,
  effects: (jerseyId: string) => ["merging", "effects", jerseyId] as const,
  compared: (id: string) => ["merging", "compared", id] as const,
  targets: (query: string) => ["merging", "targets", query] as const,
  gone: (jerseyId: string) => ["merging", "gone", jerseyId] as const,
};
