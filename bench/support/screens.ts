import { href, type Screen } from "../../app/i18n/paths.ts";
import { exampleParams } from "../../e2e/support/catalogue.ts";
import type { Site } from "../../e2e/support/site.ts";

export interface PublicScreen {
  name: string;
  path: string;
  /** Meant to be kept out of search engines; why. */
  hidden?: string;
}

const SCREENS: { screen: Screen; hidden?: string }[] = [
  { screen: "home" },
  { screen: "competitions" },
  { screen: "sports" },
  { screen: "trends" },
  { screen: "submit", hidden: "a form for members, disallowed in robots.txt" },
  { screen: "auth", hidden: "a form, disallowed in robots.txt" },
  { screen: "team" },
  { screen: "competition" },
  { screen: "sport" },
  { screen: "jersey" },
  { screen: "variations" },
];

/** Every screen a visitor can see, with something on it. */
export async function publicScreens(site: Site): Promise<PublicScreen[]> {
  const params = await exampleParams(site);
  return [
    ...SCREENS.map(({ screen, ...rest }) => ({
      name: screen,
      path: href(screen, params[screen], "fr"),
      ...rest,
    })),
    { name: "search results", path: "/?q=bulls", hidden: "search results are noindex" },
    { name: "not found", path: "/nothing/here", hidden: "status 404" },
  ];
}

/** Visits every screen once, so that pages and right-sized images are in their caches. */
export async function warm(site: Site, screens: PublicScreen[]): Promise<void> {
  for (const { path } of screens) {
    const html = await (await fetch(site.url + path)).text();
    const images = [...html.matchAll(/"(\/storage\/[^"\s]+?)"/g)].map(
      ([, address = ""]) => address,
    );
    for (const image of new Set(images)) await fetch(site.url + image.replaceAll("&amp;", "&"));
  }
}
