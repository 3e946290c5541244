export const importKeys = {
  list: (userId: string) => ["imports", userId] as const,
  effects: (id: string) => ["imports", "effects", id] as const,
  search: (query: string, lang: string) => ["imports", "search", lang, query] as const,
  candidates: (ids: readonly string[], lang: string) =>
    ["imports", "candidates", lang, ids] as const,
};
