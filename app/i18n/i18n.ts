import { createInstance, type i18n, type TFunction } from "i18next";
import { initReactI18next } from "react-i18next";

import type { Language } from "./languages.ts";
import { loadMessages, type Messages, messagesOf, onMessages } from "./messages.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Messages;
  }
}

const instances = new Map<Language, i18n>();

onMessages((lang, namespace, texts) => {
  instances.get(lang)?.addResourceBundle(lang, namespace, texts);
});

/**
 * The translator of one language. One instance a language rather than one that is switched:
 * a server renders several languages at the same time.
 */
export function i18nFor(lang: Language): i18n {
  const known = instances.get(lang);
  if (known) return known;
  const messages = messagesOf(lang);
  const instance = createInstance();
  void instance.use(initReactI18next).init({
    lng: lang,
    resources: { [lang]: messages },
    ns: Object.keys(messages),
    defaultNS: "common",
    initAsync: false,
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  instances.set(lang, instance);
  return instance;
}

/** `t` outside components: loaders, `meta`, toasts. */
export function translator<Ns extends keyof Messages>(lang: Language, ns: Ns): TFunction<Ns> {
  return i18nFor(lang).getFixedT(lang, ns) as TFunction<Ns>;
}

/** The same where the page has not brought these texts along. */
export async function fetchTranslator<Ns extends keyof Messages>(
  lang: Language,
  ns: Ns,
): Promise<TFunction<Ns>> {
  await loadMessages(lang, [ns]);
  return translator(lang, ns);
}
