import type { Crumb } from "./breadcrumbs.ts";
import { translator } from "../i18n/translations.ts";
import type { Language } from "../i18n/languages.ts";
import { href } from "../address/paths.ts";

/** The steps that begin at the home page. */
export function breadcrumbsFromHome(lang: Language, ...steps: Crumb[]): Crumb[] {
  return [{ label: translator(lang, "catalogue")("home"), path: href("home", {}, lang) }, ...steps];
}
