import {
  isDisplayName,
  isUsername,
  tidyDisplayName,
} from "../../shared/domain/rules/member-rules.ts";
import { isVisible } from "../../shared/domain/rules/text.ts";
import { isReserved } from "./reserved-names.ts";

/** Why a new account can't have a name (`names` of namespace `auth`). Both names may be empty. */
type NameProblem = "displayNameLong" | "displayNameHidden" | "usernameWrong" | "reserved";

export function displayNameProblem(text: string): NameProblem | undefined {
  if (!isDisplayName(text)) {
    return isVisible(tidyDisplayName(text)) ? "displayNameLong" : "displayNameHidden";
  }
  return isReserved(tidyDisplayName(text)) ? "reserved" : undefined;
}

/** @param text in lower case, as it is stored */
export function usernameProblem(text: string): NameProblem | undefined {
  if (text === "") return undefined;
  if (!isUsername(text)) return "usernameWrong";
  return isReserved(text) ? "reserved" : undefined;
}
