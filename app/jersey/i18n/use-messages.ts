import { useEffect, useState } from "react";

import { loadMessages, type Namespace } from "../../shared/i18n/messages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** Loads texts that the page doesn't carry; true once they are there. `namespaces` stays the same list. */
export function useMessages(namespaces: readonly Namespace[]): boolean {
  const lang = useLanguage();
  const [ready, setReady] = useState<string>();
  useEffect(() => {
    loadMessages(lang, namespaces).then(
      () => setReady(lang),
      (error: unknown) => console.error("texts not loaded", error),
    );
  }, [lang, namespaces]);
  return ready === lang;
}
