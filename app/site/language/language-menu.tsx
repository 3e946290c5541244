import { Check, Globe } from "lucide-react";
import { useLocation } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { switchedPath, translatedSearch } from "../address/translated-path.ts";
import { IN_HEADER, Menu, menuItem } from "../../shared/components/menu.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { LANGUAGE_NAMES, LANGUAGES } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { button } from "../../shared/ui/button.tsx";
import { chooseLanguage } from "./preference.ts";

/**
 * Links to the same page in the other languages (docs/product/site.md 1.5).
 */
export function LanguageMenu() {
  const { t } = useTranslation();
  const { pathname, search, hash } = useLocation();
  const current = useLanguage();
  return (
    <Menu
      label={t("language.label")}
      face={<Globe aria-hidden />}
      className={button({ variant: "ghost", size: "icon" })}
      place={IN_HEADER}
    >
      <ul>
        {LANGUAGES.map((lang) => (
          <li key={lang}>
            <PlainLink
              to={switchedPath(pathname, lang) + translatedSearch(pathname, search, lang) + hash}
              lang={lang}
              hrefLang={lang}
              aria-current={lang === current || undefined}
              preventScrollReset
              className={menuItem}
              onClick={() => chooseLanguage(lang)}
            >
              {LANGUAGE_NAMES[lang]}
              {lang === current && <Check aria-hidden className="ml-auto" />}
            </PlainLink>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
