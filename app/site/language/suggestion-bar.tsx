import { X } from "lucide-react";
import { Link, useLocation } from "react-router";

import { switchedPath } from "../address/translated-path.ts";
import { button } from "../../shared/ui/button.tsx";
import { translator } from "../../shared/i18n/translations.ts";
import type { Language } from "../../shared/i18n/languages.ts";

export interface SuggestionBarProps {
  lang: Language;
  onAccept: () => void;
  onDismiss: () => void;
}

/** A line in the suggested language. It floats, so it causes no layout shift. */
export function SuggestionBar({ lang, onAccept, onDismiss }: SuggestionBarProps) {
  const { pathname, search, hash } = useLocation();
  const t = translator(lang, "languageSuggestion");
  return (
    <div
      role="region"
      lang={lang}
      aria-label={t("label")}
      className="language-offer fixed inset-x-3 bottom-3 z-30 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border border-line bg-raised py-2 pr-2 pl-4 shadow-xl sm:right-auto"
    >
      <p className="grow text-sm">{t("offer")}</p>
      <span className="ml-auto flex items-center gap-1">
        <Link
          to={{ pathname: switchedPath(pathname, lang), search, hash }}
          hrefLang={lang}
          preventScrollReset
          className={button({ size: "sm" })}
          onClick={onAccept}
        >
          {t("accept")}
        </Link>
        <button
          type="button"
          aria-label={t("dismiss")}
          className={button({ variant: "ghost", size: "icon" })}
          onClick={onDismiss}
        >
          <X aria-hidden />
        </button>
      </span>
    </div>
  );
}
