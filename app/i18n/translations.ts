import type { TFunction } from "i18next";

import type { Language } from "./languages.ts";
import { loadMessages, type Messages, messagesOf, onMessages } from "./messages.ts";
import { Translator, type Values } from "./translator.ts";

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

/**
 * French has a space before these signs and inside quotation marks, where a line must not break. It
 * is replaced here, so that nobody has to type a no-break space, which looks like any other.
 */
const FRENCH_SPACE = / (?=[:;?!»])|(?<=«) /g;

function typeset(text: string, lang: Language): string {
  return lang === "fr" ? text.replaceAll(FRENCH_SPACE, "\u00a0") : text;
}

/** `t` as i18next types it, over the namespaces in order. */
export function fixedT(lang: Language, namespaces: readonly string[]): TFunction {
  const translator = translatorOf(lang);
  const t = (key: string, values?: Values) =>
    typeset(translator.translate(namespaces, key, values), lang);
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
