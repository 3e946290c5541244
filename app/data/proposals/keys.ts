export const proposalKeys = {
  all: ["proposals"] as const,
  list: ["proposals", "list"] as const,
  effects: (jerseyId: string) => ["proposals", "effects", jerseyId] as const,
  target: (jerseyId: string) => ["proposals", "target", jerseyId] as const,
};
