import { type Language, languageOf } from "../i18n/languages.ts";
import { addresses } from "./paths.ts";
import { type Screen, SCREEN_NAMES } from "./screens.ts";

const patternOf = (address: string) => new RegExp(`^${address.replaceAll(/:\w+/g, "[^/]+")}/?$`);

/** Every address of every screen in one language. */
type Patterns = { screen: Screen; pattern: RegExp }[];

/** Made once per language: a page asks for the screen of a path a dozen times. */
const known = new Map<Language, Patterns>();

function patternsOf(lang: Language): Patterns {
  const made =
    known.get(lang) ??
    SCREEN_NAMES.flatMap((screen) =>
      addresses(screen, lang).map((address) => ({
        screen,
        pattern: patternOf(address),
      })),
    );
  known.set(lang, made);
  return made;
}

/** The screen at an address. */
export function screenAt(pathname: string): Screen | undefined {
  return patternsOf(languageOf(pathname)).find(({ pattern }) => pattern.test(pathname))?.screen;
}

/** True if a path is at an address with parameters, such as `/team/:teamId`. */
export const isAt = (address: string, pathname: string) => patternOf(address).test(pathname);
