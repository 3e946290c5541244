export const importKeys = {
  list: (userId: string) => ["imports", userId] as const,
};
