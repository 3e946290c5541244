import type { TargetType } from "../../../shared/domain/suggestion.ts";

export const suggestionKeys = {
  all: ["suggestions"] as const,
  mine: (userId: string, length: number) => ["suggestions", "mine", userId, length] as const,
  ownEdit: (userId: string, jerseyId: string) => ["suggestions", "edit", userId, jerseyId] as const,
  target: (type: TargetType, id: string, userId: string) =>
    ["suggestions", "target", type, id, userId] as const,
  trust: (userId: string) => ["suggestions", "trust", userId] as const,
  figures: ["suggestions", "figures"] as const,
};
