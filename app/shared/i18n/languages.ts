/** The languages of the site; the first one has no URL prefix (docs/product/site.md 1.2). */
export const LANGUAGES = ["fr", "en", "es", "pt"] as const;

export type Language = (typeof LANGUAGES)[number];

/** One value for each language, in their order. Lists of tests have it, so that the type check names them to a new language. */
export type InEachLanguage<T, List extends readonly Language[] = typeof LANGUAGES> = {
  [N in keyof List]: T;
};

export const DEFAULT_LANGUAGE: Language = "fr";

/** Each language's own name. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  fr: "Français",
  en: "English",
  es: "Español",
  pt: "Português",
};

/** For `Intl`. The English of the site is British, as its spelling; prices and numbers are the same. */
export const LOCALES: Record<Language, string> = { fr: "fr", en: "en-GB", es: "es", pt: "pt" };

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

/** The language of a page: its URL's first segment, otherwise French (docs/product/site.md 1.3). */
export function languageOf(pathname: string): Language {
  const end = pathname.indexOf("/", 1);
  const first = pathname.slice(1, end < 0 ? undefined : end);
  return isLanguage(first) ? first : DEFAULT_LANGUAGE;
}

/** A path without its language prefix: `/en/sports` → `/sports`. */
export function withoutLanguage(pathname: string): string {
  const [, first, ...rest] = pathname.split("/");
  return isLanguage(first) ? `/${rest.join("/")}` : pathname;
}

/** The same path in another language, its segments untranslated: `/en/trends` → `/es/trends`. */
export function inLanguage(pathname: string, lang: Language): string {
  const bare = withoutLanguage(pathname);
  if (lang === DEFAULT_LANGUAGE) return bare;
  return bare === "/" ? `/${lang}` : `/${lang}${bare}`;
}
