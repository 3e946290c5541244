import en from "../messages/en/history.json" with { type: "json" };
import es from "../messages/es/history.json" with { type: "json" };
import fr from "../messages/fr/history.json" with { type: "json" };
import pt from "../messages/pt/history.json" with { type: "json" };
import type { Language } from "../../shared/i18n/languages.ts";
import { typesetAll } from "../../shared/i18n/typeset.ts";

export interface History {
  origins: string;
  format: string;
}

const HISTORIES: Record<Language, Record<keyof typeof fr, History>> = { fr, en, es, pt };

/**
 * History and format of a competition, if there is a text (docs/product/browse.md 3.8). For loaders only:
 * otherwise every page would load the texts of all competitions.
 */
export function historyOf(slug: string, lang: Language): History | null {
  const histories: Record<string, History> = HISTORIES[lang];
  return Object.hasOwn(histories, slug) ? typesetAll(histories[slug]!, lang) : null;
}
