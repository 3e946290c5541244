import { useLocation } from "react-router";

import { translatedPath, translatedSearch } from "../address/translated-path.ts";
import { footerLink } from "../layout/footer.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { LANGUAGE_NAMES, LANGUAGES } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { chooseLanguage } from "./preference.ts";

/** Links to this page in every language, for the footer; the choice is stored. */
export function LanguageLinks() {
  const { pathname, search } = useLocation();
  const current = useLanguage();
  return LANGUAGES.map((lang) => (
    <li key={lang}>
      <PlainLink
        to={translatedPath(pathname, lang) + translatedSearch(pathname, search, lang)}
        lang={lang}
        hrefLang={lang}
        aria-current={lang === current || undefined}
        className={footerLink}
        onClick={() => chooseLanguage(lang)}
      >
        {LANGUAGE_NAMES[lang]}
      </PlainLink>
    </li>
  ));
}
