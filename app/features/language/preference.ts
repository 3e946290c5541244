import type { Language } from "../../i18n/languages.ts";

const KEY = "maillotheque.language";

/** Keeps the visitor's choice; the address still decides what a page is written in (design §4). */
export function rememberLanguage(lang: Language): void {
  try {
    localStorage.setItem(KEY, lang);
  } catch {
    // Storage forbidden: the address is enough.
  }
}
