import { languageOf } from "../i18n/languages.ts";
import { addresses } from "./paths.ts";
import { type Screen, SCREEN_NAMES } from "./screens.ts";

/** The screen at an address. */
export function screenAt(pathname: string): Screen | undefined {
  const lang = languageOf(pathname);
  return SCREEN_NAMES.find((screen) =>
    addresses(screen, lang).some((address) => {
      const pattern = address.replaceAll(/:\w+/g, "[^/]+");
      return new RegExp(`^${pattern}/?$`).test(pathname);
    }),
  );
}
