import { useLocation } from "react-router";

import { type Language, languageOf } from "./languages.ts";
import { href, type ParamsOf, type Screen } from "./paths.ts";

/** The language of the page on show. */
export function useLanguage(): Language {
  return languageOf(useLocation().pathname);
}

/** `href` in the language of the page on show. */
export function useHref(): <S extends Screen>(screen: S, params: ParamsOf<S>) => string {
  const lang = useLanguage();
  return (screen, params) => href(screen, params, lang);
}
