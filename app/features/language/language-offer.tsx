import type { TFunction } from "i18next";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";

import { button } from "../../components/ui/button.tsx";
import { fetchTranslator } from "../../i18n/i18n.ts";
import { inLanguage, type Language } from "../../i18n/languages.ts";
import { screenAt } from "../../i18n/page-texts.ts";
import type { Screen } from "../../i18n/paths.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { offeredLanguage } from "./offer.ts";
import { rememberedLanguage, rememberLanguage } from "./preference.ts";

/** Where somebody is in the middle of something, in a language they can read. */
const BUSY = new Set<Screen>(["auth", "submit", "account", "admin"]);

interface Offer {
  lang: Language;
  t: TFunction<"common">;
}

/**
 * Offers the page in the visitor's own language, written in it. Only ever an offer: the address
 * decides, and the answer is remembered. It floats, so that nothing moves when it appears.
 */
export function LanguageOffer() {
  const page = useLanguage();
  const { pathname, search, hash } = useLocation();
  const [offer, setOffer] = useState<Offer>();
  const screen = screenAt(pathname);
  const isBusy = screen !== undefined && BUSY.has(screen);

  useEffect(() => {
    const lang = offeredLanguage(page, rememberedLanguage(), navigator.languages);
    if (!lang) return;
    let current = true;
    fetchTranslator(lang, "common").then(
      (t) => current && setOffer({ lang, t }),
      () => {}, // offline: nothing to offer
    );
    return () => {
      current = false;
    };
  }, [page]);

  if (!offer || offer.lang === page || isBusy) return null;
  const { lang, t } = offer;
  const answer = (wanted: Language) => {
    rememberLanguage(wanted);
    setOffer(undefined);
  };
  return (
    <aside
      lang={lang}
      aria-label={t("language.label")}
      className="fixed inset-x-3 bottom-3 z-30 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border border-line bg-raised py-2 pr-2 pl-4 shadow-xl sm:right-auto"
    >
      <p className="grow text-sm">{t("language.offer")}</p>
      <span className="ml-auto flex items-center gap-1">
        <Link
          to={{ pathname: inLanguage(pathname, lang), search, hash }}
          hrefLang={lang}
          preventScrollReset
          className={button({ size: "sm" })}
          onClick={() => answer(lang)}
        >
          {t("language.accept")}
        </Link>
        <button
          type="button"
          aria-label={t("language.dismiss")}
          className={button({ variant: "ghost", size: "icon" })}
          onClick={() => answer(page)}
        >
          <X aria-hidden />
        </button>
      </span>
    </aside>
  );
}
