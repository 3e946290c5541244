import { isLanguage, type Language } from "../../i18n/languages.ts";

const KEY = "maillotheque.language";

/** Keeps the visitor's choice; the address still decides what a page is written in (design §4). */
export function rememberLanguage(lang: Language): void {
  try {
    localStorage.setItem(KEY, lang);
  } catch {
    // Storage forbidden: the address is enough.
  }
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
