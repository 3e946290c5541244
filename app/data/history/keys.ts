import type { Target } from "../../domain/suggestion.ts";

export const historyKeys = {
  all: ["history"] as const,
  undoable: ({ type, id }: Target, before: number | undefined) =>
    ["history", "undoable", type, id, before] as const,
  undoOfMember: (memberId: string, since: string | undefined) =>
    ["history", "undoOfMember", memberId, since] as const,
};
