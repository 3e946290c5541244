import type { AccountSection } from "../address/account-sections.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { translator } from "../../shared/i18n/translations.ts";

/** The title of a section of the account. */
export function sectionTitle(section: AccountSection, lang: Language): string {
  const t = translator(lang, "account");
  switch (section) {
    case "notices":
      return translator(lang, "notices")("title");
    case "contributions":
      return translator(lang, "contributions")("title");
    case "exchange":
      return translator(lang, "exchange")("title");
    case "collection":
    case "wishlist":
      return t(`shelves.${section}`);
    case "security":
      return t(section);
    default:
      return t(`${section}.title`);
  }
}
