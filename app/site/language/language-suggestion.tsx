import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router";

import type { Language } from "../../shared/i18n/languages.ts";
import { loadMessages } from "../../shared/i18n/messages.ts";
import { screenAt } from "../../shared/address/screen-at.ts";
import type { Screen } from "../../shared/address/paths.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { suggestedLanguage } from "./suggestion.ts";
import type { SuggestionBarProps } from "./suggestion-bar.tsx";
import { chooseLanguage, rememberedLanguage } from "./preference.ts";

/** Screens where a suggestion would interrupt the visitor. */
const BUSY = new Set<Screen>(["auth", "confirm", "submit", "account", "accountSection", "admin"]);

interface Offer {
  lang: Language;
  Line: ComponentType<SuggestionBarProps>;
}

/**
 * Suggests the page in the visitor's language. It never redirects, and the answer is stored
 * (docs/product/site.md 1.3, 1.4). The code of the bar is lazy, because most visitors never see it.
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
      () => {}, // Offline: no suggestion.
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
