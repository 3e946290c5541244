import { browserClient, hasStoredSession } from "../../data/browser.ts";
import { isLanguage, type Language } from "../../i18n/languages.ts";

const KEY = "maillotheque.language";

/** Stores the visitor's choice; the address decides a page's language (docs/product.md 1.3). */
export function rememberLanguage(lang: Language): void {
  try {
    localStorage.setItem(KEY, lang);
  } catch {
    // Storage forbidden: the address is enough.
  }
}

/** The same for good: a member is written to in that language, too. */
export function chooseLanguage(lang: Language): void {
  rememberLanguage(lang);
  if (!hasStoredSession()) return;
  // Visitors have no use for what members do.
  Promise.all([browserClient(), import("../../data/session/auth.ts")])
    .then(([client, { saveLanguage }]) => saveLanguage(client, lang))
    // Not what was asked for first; the account says which language mails are in.
    .catch((error: unknown) => console.warn("language of mails not saved", error));
}

/** The choice made before, if any. */
export function rememberedLanguage(): Language | undefined {
  try {
    const lang = localStorage.getItem(KEY);
    return isLanguage(lang) ? lang : undefined;
  } catch {
    return undefined;
  }
}
