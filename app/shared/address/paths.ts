import { DEFAULT_LANGUAGE, inLanguage, type Language, LANGUAGES } from "../i18n/languages.ts";
import { type Screen, SCREENS } from "./screens.ts";

export type { Screen } from "./screens.ts";

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters a screen's address takes. */
export type ParamsOf<S extends Screen> = Record<Names<(typeof SCREENS)[S]["path"]["fr"]>, string>;

/** The pattern of every address, made once: a page has a hundred links. */
const PATTERNS = Object.fromEntries(
  Object.entries(SCREENS).map(([screen, { path }]) => [
    screen,
    Object.fromEntries(LANGUAGES.map((lang) => [lang, inLanguage(path[lang], lang)])),
  ]),
) as Record<Screen, Record<Language, string>>;

/**
 * The address of a screen: `href("competition", { competitionId }, "en")`.
 * Parameters are percent-encoded.
 */
export function href<S extends Screen>(screen: S, params: ParamsOf<S>, lang: Language): string {
  const path = PATTERNS[screen][lang];
  if (!path.includes(":")) return path;
  return path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ""),
  );
}

/** Every path of a screen without the language, the one in `first` before the others. */
export function pathsOf(screen: Screen, first: Language = DEFAULT_LANGUAGE): string[] {
  const { path } = SCREENS[screen];
  return [...new Set([path[first], ...LANGUAGES.map((lang) => path[lang])])];
}

/**
 * Every address of a screen in one language: first its own, then those with the other languages'
 * segments, so that an address that the language switcher left untranslated survives a reload
 * (docs/product/site.md 2.3).
 */
export function addresses(screen: Screen, lang: Language): string[] {
  return pathsOf(screen, lang).map((path) => inLanguage(path, lang));
}

/** The screen's address in every language, for alternate links. */
export function alternates<S extends Screen>(
  screen: S,
  params: ParamsOf<S>,
): Record<Language, string> {
  return Object.fromEntries(LANGUAGES.map((lang) => [lang, href(screen, params, lang)])) as Record<
    Language,
    string
  >;
}
