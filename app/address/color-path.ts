import type { Color } from "../domain/colors.ts";
import type { Language } from "../i18n/languages.ts";
import { href } from "./paths.ts";
import { SCREEN_NAMES, type Screen } from "./screens.ts";

/** The screen that filters all jerseys; the site may not have it yet. */
const CATALOGUE = SCREEN_NAMES.find((screen) => (screen as string) === "catalogue");

/** All jerseys of this main colour; undefined while the site has no screen that shows them. */
export function colorPath(color: Color, lang: Language): string | undefined {
  return CATALOGUE && `${href<Screen>(CATALOGUE, {} as never, lang)}?color=${color}`;
}
