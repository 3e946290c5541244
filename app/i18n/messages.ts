import type fr from "../messages/fr/index.ts";
import { type Language, LANGUAGES } from "./languages.ts";

/** The shape of all texts; French defines it, the others satisfy it. */
export type Messages = typeof fr;

const LOADERS: Record<Language, () => Promise<{ default: Messages }>> = {
  fr: () => import("../messages/fr/index.ts"),
  en: () => import("../messages/en/index.ts"),
  es: () => import("../messages/es/index.ts"),
  pt: () => import("../messages/pt/index.ts"),
};

const loaded = new Map<Language, Messages>();

/** Fetches a language's texts unless they are here; a browser fetches only what it shows. */
export async function loadMessages(lang: Language): Promise<void> {
  if (loaded.has(lang)) return;
  loaded.set(lang, (await LOADERS[lang]()).default);
}

export async function loadAllMessages(): Promise<void> {
  await Promise.all(LANGUAGES.map(loadMessages));
}

/** @throws when `loadMessages` has not been awaited for this language */
export function messagesOf(lang: Language): Messages {
  const messages = loaded.get(lang);
  if (!messages) throw new Error(`messages of ${lang} are not loaded`);
  return messages;
}
