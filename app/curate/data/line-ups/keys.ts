import { choiceKeys } from "../../../shared/data/catalogue/keys.ts";
import { adminRowKeys } from "../catalogue/keys.ts";

export const lineUpKeys = {
  all: ["line-ups"] as const,
  seasons: () => [...lineUpKeys.all, "seasons"] as const,
  season: (id: string) => [...lineUpKeys.all, "season", id] as const,
  yearly: (before: string[]) => [...lineUpKeys.all, "yearly", ...before] as const,
  catalogue: () => [...lineUpKeys.all, "catalogue"] as const,
};

/** Queries that show line-ups or their seasons. */
export const SHOWING_LINE_UPS = [lineUpKeys.all, choiceKeys.all, adminRowKeys.table("seasons")];
