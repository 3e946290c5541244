import { isLanguage, type Language } from "../../i18n/languages.ts";

/**
 * The language to offer on a page: the one the visitor once chose, otherwise the first of the
 * browser's that the site speaks; nothing where the page already is in it.
 */
export function suggestedLanguage(
  page: Language,
  chosen: Language | undefined,
  browser: readonly string[],
): Language | undefined {
  const spoken = browser.map((tag) => tag.toLowerCase().split("-")[0]).find(isLanguage);
  const wanted = chosen ?? spoken;
  return wanted === page ? undefined : wanted;
}
