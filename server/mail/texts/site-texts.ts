import { readFileSync } from "node:fs";

import { LANGUAGES } from "../../../app/shared/i18n/languages.ts";
import { addMessages } from "../../../app/shared/i18n/loaded-messages.ts";
import type { Texts } from "../../../app/shared/i18n/messages.ts";

/** The texts of the site that mails have, too, by their rooms. */
const NAMESPACES = {
  common: "shared",
  facts: "shared",
  catalogue: "shared",
  suggestions: "contribute",
} as const;

const APP = new URL("../../../app/", import.meta.url);

/** Reads what facts, their values, photos and parts of a suggestion are called. */
export function addSiteTexts(): void {
  for (const lang of LANGUAGES) {
    for (const [name, room] of Object.entries(NAMESPACES)) {
      const file = readFileSync(new URL(`${room}/messages/${lang}/${name}.json`, APP), "utf8");
      addMessages(lang, name as keyof typeof NAMESPACES, JSON.parse(file) as Texts);
    }
  }
}
