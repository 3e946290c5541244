import { readFileSync } from "node:fs";

import { LANGUAGES } from "../../../app/shared/i18n/languages.ts";
import { addMessages } from "../../../app/shared/i18n/loaded-messages.ts";
import type { Texts } from "../../../app/shared/i18n/messages.ts";

const MESSAGES = new URL("../../../app/shared/messages/", import.meta.url);

/** Reads what facts and their values are called: the texts of the site that mails have, too. */
export function addSiteTexts(): void {
  for (const lang of LANGUAGES) {
    for (const namespace of ["common", "facts"] as const) {
      const file = readFileSync(new URL(`${lang}/${namespace}.json`, MESSAGES), "utf8");
      addMessages(lang, namespace, JSON.parse(file) as Texts);
    }
  }
}
