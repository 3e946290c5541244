export const importKeys = {
  list: (userId: string) => ["imports", userId] as const,
};

export const catalogueImportKeys = {
  list: ["catalogue-imports"] as const,
};
