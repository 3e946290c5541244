import { useLocation } from "react-router";

import { type Language, languageOf } from "./languages.ts";

/** The language of the current page. */
export function useLanguage(): Language {
  return languageOf(useLocation().pathname);
}
