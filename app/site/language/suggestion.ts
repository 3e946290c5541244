import { isLanguage, type Language } from "../../shared/i18n/languages.ts";

/**
 * The language to suggest: the stored choice, otherwise the first language of the browser that the
 * site supports. Undefined if the page is in that language already.
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
