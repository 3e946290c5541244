import { languageOf } from "./languages.ts";
import { addressOfTexts, loadMessages, type Namespace, NAMESPACES } from "./messages.ts";
import { addresses, PATHS, type Screen } from "./paths.ts";

/**
 * The texts that a screen shows besides `common`, so that a page carries no others. A screen that
 * is not named here gets all; a test says when one names too few.
 */
export const TEXTS: Partial<Record<Screen, readonly Namespace[]>> = {
  home: ["search", "collection", "report", "home", "catalogue", "competitions"],
  competitions: ["collection", "competitions", "catalogue", "home", "sports"],
  competition: ["collection", "competitions", "catalogue"],
  sports: ["collection", "sports", "catalogue"],
  sport: ["collection", "sports", "catalogue", "competitions"],
  trends: ["collection", "trends", "catalogue", "home"],
  team: ["collection", "team", "catalogue", "competitions"],
  jersey: ["catalogue", "jersey", "collection", "comments", "report"],
  variations: ["collection", "variations", "catalogue"],
  jerseyById: [],
  auth: ["auth"],
  submit: ["submit", "auth"],
  account: ["account", "security", "auth", "collection", "notices", "report", "submit"],
  admin: ["admin", "adminCatalogue", "adminDesk", "auth", "catalogue"],
  notFound: [],
};

/** The screen at an address. */
export function screenAt(pathname: string): Screen | undefined {
  const lang = languageOf(pathname);
  const screens = Object.keys(PATHS) as Screen[];
  return screens.find((screen) =>
    addresses(screen, lang).some((address) => {
      const pattern = address.replaceAll(/:\w+/g, "[^/]+");
      return new RegExp(`^${pattern}/?$`).test(pathname);
    }),
  );
}

/** Which texts the page at an address shows. */
export function textsOf(pathname: string): readonly Namespace[] {
  const screen = screenAt(pathname);
  if (!screen) return ["common"];
  const texts = TEXTS[screen];
  return texts ? ["common", ...texts] : NAMESPACES;
}

/** Where browsers fetch them, in its language. */
export function textAddresses(pathname: string): string[] {
  const lang = languageOf(pathname);
  return textsOf(pathname).map((namespace) => addressOfTexts(lang, namespace));
}

/** Fetches the texts of the page at an address, in its language. */
export function loadPageTexts(pathname: string): Promise<void> {
  return loadMessages(languageOf(pathname), textsOf(pathname));
}
