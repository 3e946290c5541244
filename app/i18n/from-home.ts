import type { Crumb } from "./breadcrumbs.ts";
import { translator } from "./i18n.ts";
import type { Language } from "./languages.ts";
import { href } from "./paths.ts";

/** The steps that begin at the home page. */
export function fromHome(lang: Language, ...steps: Crumb[]): Crumb[] {
  return [{ label: translator(lang, "catalogue")("home"), path: href("home", {}, lang) }, ...steps];
}
