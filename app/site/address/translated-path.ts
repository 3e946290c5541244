import {
  inLanguage,
  isLanguage,
  type Language,
  withoutLanguage,
} from "../../shared/i18n/languages.ts";
import { localPath } from "../../shared/address/local-path.ts";
import { screenAt } from "../../shared/address/screen-at.ts";
import { type Screen, SCREENS } from "../../shared/address/screens.ts";

/** A path without two letters that are no language of the site: `/xx/sports` → `/sports`. */
function withoutUnknownPrefix(pathname: string): string {
  const [, first = "", ...rest] = pathname.split("/");
  return /^[a-z]{2}$/i.test(first) && !isLanguage(first) ? `/${rest.join("/")}` : pathname;
}

/** The page at a path in another language, under its own address there. */
export function translatedPath(address: string, lang: Language): string {
  const pathname = withoutUnknownPrefix(address);
  const screen = screenAt(pathname);
  if (!screen) return inLanguage(pathname, lang);
  const given = withoutLanguage(pathname).split("/");
  // A screen has its parameters in the same places in every language.
  const segments = SCREENS[screen].path[lang].split("/");
  const path = segments.map((segment, n) => (segment.startsWith(":") ? given[n] : segment));
  return inLanguage(path.join("/"), lang);
}

/**
 * The query of a page for its other languages. Only sign-in has one that names a page, to which it leads
 * on afterwards.
 */
export function translatedSearch(pathname: string, search: string, lang: Language): string {
  if (screenAt(pathname) !== "auth") return search;
  const query = new URLSearchParams(search);
  const next = localPath(query.get("next"));
  if (!next) return search;
  const [path = ""] = next.split(/[?#]/);
  query.set("next", translatedPath(path, lang) + next.slice(path.length));
  return `?${query}`;
}

/** Screens whose segment the language menu keeps (docs/product/site.md 1.5). */
const UNTRANSLATED = new Set<Screen>(["competitions", "sports", "trends", "submit"]);

/** Where the language menu leads to (docs/product/site.md 1.5). */
export function switchedPath(address: string, lang: Language): string {
  const pathname = withoutUnknownPrefix(address);
  const screen = screenAt(pathname);
  return screen && UNTRANSLATED.has(screen)
    ? inLanguage(pathname, lang)
    : translatedPath(pathname, lang);
}
