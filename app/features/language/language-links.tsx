import { Link, useLocation } from "react-router";

import { href } from "../../address/paths.ts";
import { screenAt } from "../../address/screen-at.ts";
import { SCREENS } from "../../address/screens.ts";
import { footerLink } from "../../components/footer.tsx";
import { inLanguage, type Language, LANGUAGE_NAMES, LANGUAGES } from "../../i18n/languages.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { chooseLanguage } from "./preference.ts";

/** The page in another language, under its own address there. */
function translated(pathname: string, lang: Language): string {
  const screen = screenAt(pathname);
  const isTranslated = screen && !SCREENS[screen].path[lang].includes(":");
  return isTranslated ? href(screen as "home", {}, lang) : inLanguage(pathname, lang);
}

/** Links to this page in every language, for the footer; the choice is stored. */
export function LanguageLinks() {
  const { pathname, search } = useLocation();
  const current = useLanguage();
  return LANGUAGES.map((lang) => (
    <li key={lang}>
      <Link
        to={{ pathname: translated(pathname, lang), search }}
        lang={lang}
        hrefLang={lang}
        aria-current={lang === current || undefined}
        className={footerLink}
        onClick={() => chooseLanguage(lang)}
      >
        {LANGUAGE_NAMES[lang]}
      </Link>
    </li>
  ));
}
