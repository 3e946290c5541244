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
  /** True if its content is a Markdown text, `app/site/messages/<language>/pages/<screen>.md`. */
  isText?: true;
  /** The screen inside which it is shown; that one stays while visitors go between both. */
  within?: string;
}

/** The same address in all languages. */
function everywhere<const Path extends string>(path: Path): Record<Language, Path> {
  return { fr: path, en: path, es: path, pt: path };
}

const ACCOUNT_TEXTS = [
  "account",
  "catalogue",
  "security",
  "auth",
  "collection",
  "collectionNumbers",
  "contributions",
  "exchange",
  "copies",
  "facts",
  "filters",
  "follows",
  "jerseyField",
  "lists",
  "memberHome",
  "notices",
  "report",
  "share",
  "submit",
  "suggestions",
] as const;

/**
 * Every screen of the site, declared once (docs/product/site.md 2). Routes, links, page texts, chunks and
 * tests are derived from it. The room of each is in
 * `screen-file.ts`.
 */
export const SCREENS = {
  home: {
    path: everywhere("/"),
    texts: ["collection", "report", "home", "catalogue", "competitions", "filters", "facts"],
    isCatalogue: true,
  },
  search: {
    path: { fr: "/recherche", en: "/search", es: "/buscar", pt: "/busca" },
    texts: ["search", "collection", "catalogue"],
    isCatalogue: true,
  },
  catalogue: {
    path: { fr: "/catalogue", en: "/catalogue", es: "/catalogo", pt: "/catalogo" },
    texts: ["collection", "filters", "facts", "catalogue"],
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
  identify: {
    path: { fr: "/identifier", en: "/identify", es: "/identificar", pt: "/identificar" },
    texts: ["identify", "facts", "collection", "catalogue"],
    isCatalogue: true,
  },
  trends: {
    path: { fr: "/tendances", en: "/trends", es: "/tendencias", pt: "/tendencias" },
    texts: ["collection", "trends", "catalogue", "home"],
    isCatalogue: true,
  },
  today: {
    path: { fr: "/aujourdhui", en: "/today", es: "/hoy", pt: "/hoje" },
    texts: ["daily", "guess", "duel", "facts", "catalogue", "collection"],
    isCatalogue: true,
  },
  submit: {
    path: { fr: "/soumettre", en: "/submit", es: "/enviar", pt: "/enviar" },
    texts: ["submit", "facts", "collection", "auth", "queueFigures"],
  },
  suggest: {
    path: everywhere("/suggest/:type/:id"),
    texts: ["suggestions", "submit", "facts", "catalogue", "auth", "queueFigures"],
  },
  history: {
    path: {
      fr: "/historique/:type/:id",
      en: "/history/:type/:id",
      es: "/historial/:type/:id",
      pt: "/historico/:type/:id",
    },
    texts: ["suggestions", "facts", "catalogue", "queueFigures", "jersey", "undo"],
  },
  auth: { path: everywhere("/auth"), texts: ["auth"] },
  confirm: { path: everywhere("/auth/confirm"), texts: ["auth"] },
  account: {
    path: everywhere("/account"),
    texts: ACCOUNT_TEXTS,
  },
  accountSection: {
    path: everywhere("/account/:section"),
    texts: ACCOUNT_TEXTS,
    within: "account",
  },
  admin: {
    path: everywhere("/admin"),
    texts: [
      "admin",
      "adminCatalogue",
      "adminCommunity",
      "adminLineUps",
      "auth",
      "catalogue",
      "facts",
      "memberFile",
      "report",
      "review",
      "share",
      "submit",
      "suggestions",
      "catalogueImport",
      "exchange",
      "merging",
      "upcoming",
      "jerseyField",
      "jersey",
      "undo",
    ],
  },
  team: {
    path: everywhere("/team/:teamId"),
    texts: ["collection", "follows", "team", "facts", "catalogue", "competitions"],
    isCatalogue: true,
  },
  competition: {
    path: everywhere("/competition/:competitionId"),
    texts: ["collection", "follows", "competitions", "catalogue"],
    isCatalogue: true,
  },
  season: {
    path: everywhere("/competition/:competitionId/:season"),
    texts: ["season", "catalogue", "competitions"],
    isCatalogue: true,
  },
  sport: {
    path: everywhere("/sport/:sport"),
    texts: ["collection", "sports", "catalogue", "competitions"],
    isCatalogue: true,
  },
  jersey: {
    path: everywhere("/jersey/:teamSlug/:kitType/:year/:id"),
    texts: ["catalogue", "jersey", "facts", "collection", "comments", "report"],
    isCatalogue: true,
  },
  variations: {
    path: everywhere("/jersey/:teamSlug/:kitType/:year"),
    texts: ["collection", "variations", "catalogue"],
    isCatalogue: true,
  },
  brand: {
    path: everywhere("/brand/:brandId"),
    texts: ["collection", "follows", "variations", "catalogue"],
    isCatalogue: true,
  },
  member: {
    path: everywhere("/member/:username"),
    texts: ["collection", "showcase", "lists", "catalogue", "report"],
    isCatalogue: true,
  },
  list: {
    path: everywhere("/list/:id"),
    texts: ["follows", "collection", "lists", "catalogue", "report"],
    isCatalogue: true,
  },
  year: {
    path: {
      fr: "/mon-annee/:year",
      en: "/my-year/:year",
      es: "/mi-resumen/:year",
      pt: "/meu-ano/:year",
    },
    texts: ["collection", "myYear", "catalogue", "auth"],
  },
  report: {
    path: { fr: "/signaler", en: "/report", es: "/denunciar", pt: "/denunciar" },
    texts: ["visitorReport", "catalogue", "report", "auth"],
  },
  // Behind `account`, whose section is `/account/data`.
  data: {
    path: { fr: "/data", en: "/data", es: "/datos", pt: "/dados" },
    texts: ["openData", "catalogue"],
  },
  jerseyById: { path: everywhere("/jersey/:id"), texts: [] },
  about: {
    path: { fr: "/a-propos", en: "/about", es: "/acerca-de", pt: "/sobre" },
    texts: ["catalogue"],
    isText: true,
  },
  rules: {
    path: { fr: "/regles", en: "/rules", es: "/reglas", pt: "/regras" },
    texts: ["catalogue"],
    isText: true,
  },
  terms: {
    path: { fr: "/conditions", en: "/terms", es: "/condiciones", pt: "/termos" },
    texts: ["catalogue"],
    isText: true,
  },
  privacy: {
    path: { fr: "/confidentialite", en: "/privacy", es: "/privacidad", pt: "/privacidade" },
    texts: ["catalogue"],
    isText: true,
  },
  legal: {
    path: { fr: "/mentions-legales", en: "/legal", es: "/aviso-legal", pt: "/aviso-legal" },
    texts: ["catalogue"],
    isText: true,
  },
  accessibility: {
    path: {
      fr: "/accessibilite",
      en: "/accessibility",
      es: "/accesibilidad",
      pt: "/acessibilidade",
    },
    texts: ["catalogue"],
    isText: true,
  },
  licences: {
    path: { fr: "/licences", en: "/licences", es: "/licencias", pt: "/licencas" },
    texts: ["catalogue"],
    isText: true,
  },
  api: {
    path: everywhere("/api"),
    texts: ["catalogue"],
    isText: true,
  },
  notFound: { path: everywhere("/404"), texts: [] },
} as const satisfies Record<string, ScreenDeclaration>;

export type Screen = keyof typeof SCREENS;

export const SCREEN_NAMES = Object.keys(SCREENS) as Screen[];

export const CATALOGUE_SCREENS = SCREEN_NAMES.filter((screen) => "isCatalogue" in SCREENS[screen]);

/** A screen whose content is a Markdown text. */
export type TextScreen = {
  [S in Screen]: (typeof SCREENS)[S] extends { isText: true } ? S : never;
}[Screen];

export function isTextScreen(screen: Screen): screen is TextScreen {
  return "isText" in SCREENS[screen];
}

export const TEXT_SCREENS = SCREEN_NAMES.filter(isTextScreen);

/**
 * The folder of a screen in its room's `screens/`: `jerseyById` → `jersey-by-id`. All texts share one.
 */
export function screenFolder(screen: Screen): string {
  if (isTextScreen(screen)) return "text-page";
  return screen.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
