export const choiceKeys = {
  all: ["choices"] as const,
  competitions: (league = "") => [...choiceKeys.all, "competitions", league] as const,
  seasons: () => [...choiceKeys.all, "seasons"] as const,
  seasonsOf: (competitionId: string) => [...choiceKeys.seasons(), competitionId] as const,
  teams: (competitionId: string, seasonId: string) =>
    [...choiceKeys.all, "teams", competitionId, seasonId] as const,
  sponsors: () => [...choiceKeys.all, "sponsors"] as const,
  brands: () => [...choiceKeys.all, "brands"] as const,
  found: (query: string) => [...choiceKeys.all, "found", query] as const,
  colors: (facts: object) => [...choiceKeys.all, "colors", facts] as const,
  teamCompetitions: (id = "") => [...choiceKeys.all, "team-competitions", id] as const,
  team: (id = "") => [...choiceKeys.all, "team", id] as const,
};
