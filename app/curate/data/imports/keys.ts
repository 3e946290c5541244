export const catalogueImportKeys = {
  list: ["catalogue-imports"] as const,
};
