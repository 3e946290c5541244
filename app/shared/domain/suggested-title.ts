import type { TFunction } from "i18next";

import { isKitType } from "./kit-types.ts";
import { tidy } from "./rules/text.ts";

/** A title from the facts of a form or of a list's line, in the language of `t`; empty without team or season. */
export function suggestTitle(
  { team, season, kitType }: { team: string; season: string; kitType: string },
  t: TFunction<"submit">,
): string {
  if (team === "" || season === "") return "";
  const kit = isKitType(kitType) ? kitType : "other";
  return tidy(t(`suggestedTitle.${kit}`, { team, season }));
}
