import type { Language } from "./languages.ts";
import type { Messages, Namespace, Texts } from "./messages.ts";

const loaded = new Map<Language, Partial<Messages>>();
const listeners = new Set<(lang: Language, namespace: Namespace, texts: Texts) => void>();

export const hasMessages = (lang: Language, namespace: Namespace): boolean =>
  loaded.get(lang)?.[namespace] !== undefined;

/** Apart from `messages.ts`, which only the build understands: the process that writes mails reads the texts from their files. */
export function addMessages(lang: Language, namespace: Namespace, texts: Texts): void {
  loaded.set(lang, { ...loaded.get(lang), [namespace]: texts });
  for (const listener of listeners) listener(lang, namespace, texts);
}

/** @throws when no text of this language was added */
export function messagesOf(lang: Language): Partial<Messages> {
  const messages = loaded.get(lang);
  if (!messages) throw new Error(`messages of ${lang} are not loaded`);
  return messages;
}

/** Calls back with texts that are loaded later. */
export function onMessages(
  listener: (lang: Language, namespace: Namespace, texts: Texts) => void,
): void {
  listeners.add(listener);
}
