import type { Target } from "../../../shared/domain/suggestion.ts";
import type { Undoing } from "./undo.ts";

export const historyKeys = {
  all: ["history"] as const,
  undoable: ({ type, id }: Target, before: number | undefined) =>
    ["history", "undoable", type, id, before] as const,
  undo: (what: Undoing) => ["history", "undo", what] as const,
};
