import { inLanguage, type Language, LANGUAGES } from "./languages.ts";

/** One address in all languages, written without the language prefix. */
function everywhere<const Path extends string>(path: Path): Record<Language, Path> {
  return { fr: path, en: path, es: path, pt: path };
}

/** The table of addresses (docs/product.md 2.1): the one place where an address is written. */
export const PATHS = {
  home: everywhere("/"),
  competitions: {
    fr: "/competitions",
    en: "/competitions",
    es: "/competiciones",
    pt: "/competicoes",
  },
  sports: { fr: "/sports", en: "/sports", es: "/deportes", pt: "/esportes" },
  trends: { fr: "/tendances", en: "/trends", es: "/tendencias", pt: "/tendencias" },
  submit: { fr: "/soumettre", en: "/submit", es: "/enviar", pt: "/enviar" },
  auth: everywhere("/auth"),
  account: everywhere("/account"),
  admin: everywhere("/admin"),
  team: everywhere("/team/:teamId"),
  competition: everywhere("/competition/:competitionId"),
  sport: everywhere("/sport/:sport"),
  jersey: everywhere("/jersey/:teamSlug/:kitType/:year/:id"),
  variations: everywhere("/jersey/:teamSlug/:kitType/:year"),
  jerseyById: everywhere("/jersey/:id"),
  notFound: everywhere("/404"),
} as const satisfies Record<string, Record<Language, string>>;

export type Screen = keyof typeof PATHS;

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters a screen's address takes. */
export type ParamsOf<S extends Screen> = Record<Names<(typeof PATHS)[S]["fr"]>, string>;

/**
 * The address of a screen: `href("competition", { competitionId }, "en")`.
 * Parameters are percent-encoded.
 */
export function href<S extends Screen>(screen: S, params: ParamsOf<S>, lang: Language): string {
  const path = inLanguage(PATHS[screen][lang], lang);
  if (!path.includes(":")) return path;
  return path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ""),
  );
}

/**
 * Every address a screen answers under in one language: first its own, then the other
 * languages' segments, so that an address the switcher left untranslated survives a reload
 * (docs/product.md 2.3).
 */
export function addresses(screen: Screen, lang: Language): string[] {
  const own = PATHS[screen][lang];
  const segments = new Set([own, ...LANGUAGES.map((other) => PATHS[screen][other])]);
  return [...segments].map((path) => inLanguage(path, lang));
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
