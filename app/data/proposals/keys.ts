export const proposalKeys = {
  all: ["proposals"] as const,
  list: ["proposals", "list"] as const,
  effects: (jerseyId: string) => ["proposals", "effects", jerseyId] as const,
  targets: (query: string) => ["proposals", "targets", query] as const,
};
