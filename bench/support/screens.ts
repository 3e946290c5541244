import type { Language } from "../../app/i18n/languages.ts";
import { href, type Screen } from "../../app/address/paths.ts";
import { exampleParams } from "../../tests/support/catalogue.ts";
import type { Site } from "../../tests/support/site.ts";

export interface PublicScreen {
  name: string;
  path: string;
  /** Meant to be kept out of search engines; why, and which audits fail by that alone. */
  hidden?: { why: string; fails: string[] };
}

const SCREENS: Screen[] = [
  "home",
  "competitions",
  "sports",
  "trends",
  "submit",
  "auth",
  "team",
  "competition",
  "sport",
  "jersey",
  "variations",
];

/** Every screen a visitor can see, with something on it. */
export async function publicScreens(site: Site, lang: Language = "fr"): Promise<PublicScreen[]> {
  const params = await exampleParams(site);
  return [
    ...SCREENS.map((screen) => ({ name: screen, path: href(screen, params[screen], lang) })),
    {
      name: "search results",
      path: `${href("home", {}, lang)}?q=bulls`,
      hidden: { why: "search results are noindex", fails: ["is-crawlable"] },
    },
    {
      name: "not found",
      path: href("notFound", {}, lang),
      // Browsers write the status to the console.
      hidden: {
        why: "status 404",
        fails: ["is-crawlable", "http-status-code", "errors-in-console"],
      },
    },
  ];
}
