import { inLanguage, type Language, withoutLanguage } from "../i18n/languages.ts";
import { screenAt } from "./screen-at.ts";
import { type Screen, SCREENS } from "./screens.ts";

/** The page at a path in another language, under its own address there. */
export function translatedPath(pathname: string, lang: Language): string {
  const screen = screenAt(pathname);
  if (!screen) return inLanguage(pathname, lang);
  const given = withoutLanguage(pathname).split("/");
  // A screen has its parameters in the same places in every language.
  const segments = SCREENS[screen].path[lang].split("/");
  const path = segments.map((segment, n) => (segment.startsWith(":") ? given[n] : segment));
  return inLanguage(path.join("/"), lang);
}

/** Screens of which the specification says that the language menu keeps the segment. */
const KEPT = new Set<Screen>(["competitions", "sports", "trends", "submit"]);

/** Where the language menu leads to (docs/product.md 1.5). */
export function switchedPath(pathname: string, lang: Language): string {
  const screen = screenAt(pathname);
  return screen && KEPT.has(screen) ? inLanguage(pathname, lang) : translatedPath(pathname, lang);
}
