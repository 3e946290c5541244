import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router";

import type { Language } from "../../i18n/languages.ts";
import { loadMessages } from "../../i18n/messages.ts";
import { screenAt } from "../../address/page-texts.ts";
import type { Screen } from "../../address/paths.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { suggestedLanguage } from "./suggestion.ts";
import type { SuggestionBarProps } from "./suggestion-bar.tsx";
import { chooseLanguage, rememberedLanguage } from "./preference.ts";

/** Where somebody is in the middle of something, in a language they can read. */
const BUSY = new Set<Screen>(["auth", "submit", "account", "admin"]);

interface Offer {
  lang: Language;
  Line: ComponentType<SuggestionBarProps>;
}

/**
 * Offers the page in the visitor's own language. Only ever an offer: the address decides, and the
 * answer is remembered. Most visitors never see one, so that its code is fetched when there is.
 */
export function LanguageSuggestion() {
  const page = useLanguage();
  const { pathname } = useLocation();
  const [offer, setOffer] = useState<Offer>();
  const screen = screenAt(pathname);

  useEffect(() => {
    const lang = suggestedLanguage(page, rememberedLanguage(), navigator.languages);
    if (!lang) return;
    let current = true;
    Promise.all([import("./suggestion-bar.tsx"), loadMessages(lang, ["languageSuggestion"])]).then(
      ([{ SuggestionBar }]) => current && setOffer({ lang, Line: SuggestionBar }),
      () => {}, // offline: nothing to offer
    );
    return () => {
      current = false;
    };
  }, [page]);

  if (!offer || offer.lang === page || (screen && BUSY.has(screen))) return null;
  const answer = (wanted: Language) => {
    chooseLanguage(wanted);
    setOffer(undefined);
  };
  return (
    <offer.Line
      lang={offer.lang}
      onAccept={() => answer(offer.lang)}
      onDismiss={() => answer(page)}
    />
  );
}
