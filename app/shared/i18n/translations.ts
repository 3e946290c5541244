import type { TFunction } from "i18next";

import type { Language } from "./languages.ts";
import { messagesOf, onMessages } from "./loaded-messages.ts";
import { loadMessages, type Messages } from "./messages.ts";
import { Translator, type Values } from "./translator.ts";
import { typeset } from "./typeset.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Messages;
  }
}

const translators = new Map<Language, Translator>();

onMessages((lang, namespace, texts) => translators.get(lang)?.add(namespace, texts));

/** One translator per language: a server renders several languages at the same time. */
function translatorOf(lang: Language): Translator {
  const known = translators.get(lang);
  if (known) return known;
  const translator = new Translator(lang);
  for (const [namespace, texts] of Object.entries(messagesOf(lang))) {
    translator.add(namespace, texts);
  }
  translators.set(lang, translator);
  return translator;
}

/** The text of the first of these keys that has one, of keys that no type knows. */
export function textOf(
  lang: Language,
  namespaces: readonly string[],
  key: string | readonly string[],
  values?: Values,
): string {
  return typeset(translatorOf(lang).translate(namespaces, key, values), lang);
}

/** `t` as i18next types it, over the namespaces in order. */
export function fixedT(lang: Language, namespaces: readonly string[]): TFunction {
  const t = (key: string | readonly string[], values?: Values) =>
    textOf(lang, namespaces, key, values);
  return t as unknown as TFunction;
}

/** `t` outside components: loaders, `meta`, toasts. */
export function translator<Ns extends keyof Messages>(lang: Language, ns: Ns): TFunction<Ns> {
  return fixedT(lang, [ns]) as unknown as TFunction<Ns>;
}

/** The same if the page doesn't carry these texts: loads them first. */
export async function fetchTranslator<Ns extends keyof Messages>(
  lang: Language,
  ns: Ns,
): Promise<TFunction<Ns>> {
  await loadMessages(lang, [ns]);
  return translator(lang, ns);
}
