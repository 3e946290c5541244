import { languageOf } from "../i18n/languages.ts";
import { addressOfTexts, loadMessages, type Namespace } from "../i18n/messages.ts";
import { screenAt } from "./screen-at.ts";
import { SCREENS } from "./screens.ts";

/** The namespaces of the texts on the page at an address. */
export function textsOf(pathname: string): readonly Namespace[] {
  const screen = screenAt(pathname);
  return ["common", ...(screen ? SCREENS[screen].texts : [])];
}

/** The addresses from which browsers load them, in the page's language. */
export function textAddresses(pathname: string): string[] {
  const lang = languageOf(pathname);
  return textsOf(pathname).map((namespace) => addressOfTexts(lang, namespace));
}

/** Fetches the texts of the page at an address, in its language. */
export function loadPageTexts(pathname: string): Promise<void> {
  return loadMessages(languageOf(pathname), textsOf(pathname));
}
