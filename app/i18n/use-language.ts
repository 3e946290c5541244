import { useLocation } from "react-router";

import { type Language, languageOf } from "./languages.ts";

/** The language of the page on show. */
export function useLanguage(): Language {
  return languageOf(useLocation().pathname);
}
