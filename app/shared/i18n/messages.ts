import common from "../messages/fr/common.json?url&no-inline";
import type fr from "../../messages/fr.ts";
import { type Language, LANGUAGES } from "./languages.ts";
import { addMessages, hasMessages } from "./loaded-messages.ts";

/** The shape of all texts, which French defines. */
export type Messages = typeof fr;

export type Namespace = keyof Messages;

export type Texts = Messages[Namespace];

/**
 * Each namespace is a file per language, in the room that shows it: a page loads only its own texts, and its head names them
 * (`preload`), so that they don't wait for scripts. This has the build make those files, and is left
 * out of the scripts. The histories are for loaders only.
 */
const FILES = import.meta.glob<string>(["../../*/messages/*/*.json", "!**/history.json"], {
  query: "?url&no-inline",
  import: "default",
  eager: true,
});

/** Whatever room a namespace lies in, its file ends like this. */
const endOf = (lang: Language, namespace: string) => `/messages/${lang}/${namespace}.json`;

async function loadNamespace(lang: Language, namespace: Namespace): Promise<void> {
  if (!hasMessages(lang, namespace)) addMessages(lang, namespace, await readTexts(lang, namespace));
}

async function readTexts(lang: Language, namespace: Namespace): Promise<Texts> {
  if (import.meta.env.SSR) {
    const files = import.meta.glob<Texts>("../../*/messages/*/*.json", { import: "default" });
    const file = Object.keys(files).find((name) => name.endsWith(endOf(lang, namespace)));
    return files[file!]!();
  }
  const response = await fetch(addressOfTexts(lang, namespace));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.json() as Promise<Texts>;
}

/**
 * The address from which browsers load a namespace. Addresses differ in these two words only
 * (`vite/text-names.ts`), so that no page needs a table of them.
 */
export function addressOfTexts(lang: Language, namespace: Namespace): string {
  return common.replace("fr/common", `${lang}/${namespace}`);
}

/** Loads a language's texts unless they are loaded already. */
export async function loadMessages(
  lang: Language,
  namespaces: readonly Namespace[],
): Promise<void> {
  await Promise.all(namespaces.map((namespace) => loadNamespace(lang, namespace)));
}

/** For servers. */
export async function loadAllMessages(): Promise<void> {
  const french = Object.keys(FILES).filter((file) => file.includes("/messages/fr/"));
  const namespaces = french.map((file) => file.replace(/^.*\/|\.json$/g, "") as Namespace);
  await Promise.all(LANGUAGES.map((lang) => loadMessages(lang, namespaces)));
}
