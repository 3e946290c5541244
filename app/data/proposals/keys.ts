export const proposalKeys = {
  all: ["proposals"] as const,
  list: ["proposals", "list"] as const,
  effects: (jerseyId: string) => ["proposals", "effects", jerseyId] as const,
  compared: (id: string) => ["proposals", "compared", id] as const,
  targets: (query: string) => ["proposals", "targets", query] as const,
};
