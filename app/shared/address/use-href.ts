import { useLanguage } from "../i18n/use-language.ts";
import { href, type ParamsOf, type Screen } from "./paths.ts";

/** `href` in the language of the current page. */
export function useHref(): <S extends Screen>(screen: S, params: ParamsOf<S>) => string {
  const lang = useLanguage();
  return (screen, params) => href(screen, params, lang);
}
