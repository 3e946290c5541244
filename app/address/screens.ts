import type { Namespace } from "../i18n/messages.ts";
import type { Language } from "../i18n/languages.ts";

interface ScreenDeclaration {
  /** The address in each language, without the language prefix. */
  path: Record<Language, string>;
  /**
   * The message namespaces that its page carries besides `common`; a test fails if one is missing.
   */
  texts: readonly Namespace[];
  /** True if visitors browse jerseys on this screen, and go from one such screen to the next. */
  isCatalogue?: true;
}

/** The same address in all languages. */
function everywhere<const Path extends string>(path: Path): Record<Language, Path> {
  return { fr: path, en: path, es: path, pt: path };
}

/**
 * Every screen of the site, declared once (docs/product.md 2). Routes, links, page texts, chunks and
 * tests are derived from it. Screen `jerseyById` lives in the folder `screens/jersey-by-id/`.
 */
export const SCREENS = {
  home: {
    path: everywhere("/"),
    texts: ["search", "collection", "report", "home", "catalogue", "competitions"],
    isCatalogue: true,
  },
  competitions: {
    path: {
      fr: "/competitions",
      en: "/competitions",
      es: "/competiciones",
      pt: "/competicoes",
    },
    texts: ["collection", "competitions", "catalogue", "home", "sports"],
    isCatalogue: true,
  },
  sports: {
    path: { fr: "/sports", en: "/sports", es: "/deportes", pt: "/esportes" },
    texts: ["collection", "sports", "catalogue"],
    isCatalogue: true,
  },
  trends: {
    path: { fr: "/tendances", en: "/trends", es: "/tendencias", pt: "/tendencias" },
    texts: ["collection", "trends", "catalogue", "home"],
    isCatalogue: true,
  },
  submit: {
    path: { fr: "/soumettre", en: "/submit", es: "/enviar", pt: "/enviar" },
    texts: ["submit", "auth"],
  },
  auth: { path: everywhere("/auth"), texts: ["auth"] },
  account: {
    path: everywhere("/account"),
    texts: ["account", "security", "auth", "collection", "notices", "report", "submit"],
  },
  admin: {
    path: everywhere("/admin"),
    texts: ["admin", "adminCatalogue", "adminCommunity", "auth", "catalogue"],
  },
  team: {
    path: everywhere("/team/:teamId"),
    texts: ["collection", "team", "catalogue", "competitions"],
    isCatalogue: true,
  },
  competition: {
    path: everywhere("/competition/:competitionId"),
    texts: ["collection", "competitions", "catalogue"],
    isCatalogue: true,
  },
  sport: {
    path: everywhere("/sport/:sport"),
    texts: ["collection", "sports", "catalogue", "competitions"],
    isCatalogue: true,
  },
  jersey: {
    path: everywhere("/jersey/:teamSlug/:kitType/:year/:id"),
    texts: ["catalogue", "jersey", "collection", "comments", "report"],
    isCatalogue: true,
  },
  variations: {
    path: everywhere("/jersey/:teamSlug/:kitType/:year"),
    texts: ["collection", "variations", "catalogue"],
    isCatalogue: true,
  },
  report: {
    path: { fr: "/signaler", en: "/report", es: "/denunciar", pt: "/denunciar" },
    texts: ["visitorReport", "catalogue", "report", "auth"],
  },
  jerseyById: { path: everywhere("/jersey/:id"), texts: [] },
  notFound: { path: everywhere("/404"), texts: [] },
} as const satisfies Record<string, ScreenDeclaration>;

export type Screen = keyof typeof SCREENS;

export const SCREEN_NAMES = Object.keys(SCREENS) as Screen[];

export const CATALOGUE_SCREENS = SCREEN_NAMES.filter((screen) => "isCatalogue" in SCREENS[screen]);

/** The folder of a screen, below `app/screens/`: `jerseyById` → `jersey-by-id`. */
export function screenFolder(screen: Screen): string {
  return screen.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
