import { href, type Screen } from "../../app/shared/address/paths.ts";
import { TEXT_SCREENS } from "../../app/shared/address/screens.ts";
import { exampleParams } from "../../tests/support/catalogue.ts";
import type { Site } from "../../tests/support/site.ts";

export interface PublicScreen {
  name: string;
  path: string;
  /** The audits that fail because a page is deliberately hidden from search engines. */
  failing?: string[];
}

const SCREENS: Screen[] = [
  ...(["home", "catalogue", "competitions", "sports", "trends", "today", "data"] as const),
  ...(["submit", "auth", "report", "team", "competition", "season", "sport"] as const),
  ...(["jersey", "variations", "brand", ...TEXT_SCREENS] as const),
];

/**
 * Every screen that a visitor can see, with some content on it.
 * @throws if one isn't answered as it should be: a bench would measure an error
 */
export async function publicScreens(site: Site): Promise<PublicScreen[]> {
  const params = await exampleParams(site);
  const screens: PublicScreen[] = [
    ...SCREENS.map((screen) => ({ name: screen, path: href(screen, params[screen], "fr") })),
    {
      name: "search results",
      path: `${href("search", {}, "fr")}?q=bulls`,
      failing: ["is-crawlable"],
    },
    {
      name: "not found",
      path: href("notFound", {}, "fr"),
      // Browsers log the status to the console.
      failing: ["is-crawlable", "http-status-code", "errors-in-console"],
    },
  ];
  for (const { name, path } of screens) {
    const { status } = await fetch(site.url + path);
    if (status !== (name === "not found" ? 404 : 200)) throw new Error(`${path}: ${status}`);
  }
  return screens;
}
