import { browserClient, hasStoredSession } from "../../shared/data/browser.ts";
import { isLanguage, type Language } from "../../shared/i18n/languages.ts";

const KEY = "maillotheque.language";

/**
 * Stores the visitor's choice. The address alone decides a page's language (docs/product/site.md 1.3).
 */
export function rememberLanguage(lang: Language): void {
  try {
    localStorage.setItem(KEY, lang);
  } catch {
    // Storage is forbidden: the address is enough.
  }
}

/** Stores the choice, and for members the language of their mails. */
export function chooseLanguage(lang: Language): void {
  rememberLanguage(lang);
  if (!hasStoredSession()) return;
  // Lazy: visitors don't need the client library.
  Promise.all([browserClient(), import("../../account/data/session/auth.ts")])
    .then(([client, { saveLanguage }]) => saveLanguage(client, lang))
    // Not shown: the page did change its language, and the account shows the language of mails.
    .catch((error: unknown) => console.warn("language of mails not saved", error));
}

/** The stored choice, if any. */
export function rememberedLanguage(): Language | undefined {
  try {
    const lang = localStorage.getItem(KEY);
    return isLanguage(lang) ? lang : undefined;
  } catch {
    return undefined;
  }
}
