import type { TFunction } from "i18next";

import { databaseProblem } from "./database-error.ts";

const WORDS = ["jersey_merged", "jersey_removed"] as const;

/** Why nothing is written about a jersey that was merged or removed while its page was open; undefined for other failures. */
export function goneText(error: unknown, t: TFunction): string | undefined {
  const { message } = databaseProblem(error);
  const word = WORDS.find((known) => known === message);
  return word && t(`error.${word}`, { ns: "common" });
}
