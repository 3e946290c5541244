import { isLanguage, type Language, LOCALES } from "../../shared/i18n/languages.ts";

/**
 * The browser's own locale where it speaks the page's language: Americans write the month first.
 * @param browser as in `navigator.language`; some name it as their system does: "en-US@posix"
 */
export function ownLocale(lang: Language, browser: string): string {
  const [own = ""] = browser.split(/[.@]/);
  const [spoken] = own.split("-");
  return isLanguage(spoken) && spoken === lang ? own : LOCALES[lang];
}
