export const reportKeys = {
  mine: ["reports", "mine"] as const,
  mineOf: (userId: string, length: number) => [...reportKeys.mine, userId, length] as const,
};
