import { index, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";

import { addresses } from "./address/paths.ts";
import {
  isTextScreen,
  type Screen,
  screenFolder,
  SCREEN_NAMES,
  SCREENS,
} from "./address/screens.ts";
import { inLanguage, type Language, LANGUAGES } from "./i18n/languages.ts";

const parentOf = (screen: Screen) => {
  const declaration = SCREENS[screen];
  return "within" in declaration ? declaration.within : undefined;
};

/** The routes of a screen in one language, those of the screens inside it included. */
function routesOf(screen: Screen, lang: Language, parent = ""): RouteConfigEntry[] {
  const module = `screens/${screenFolder(screen)}/route.tsx`;
  const inner = SCREEN_NAMES.filter((other) => parentOf(other) === screen);
  return addresses(screen, lang).map((path, n) => {
    // One module serves many addresses, so each entry needs its own id.
    const id = n === 0 ? `${lang}.${screen}` : `${lang}.${screen}.${n}`;
    if (path === "/") return index(module, { id });
    // Paths are relative to the route around them.
    const relative = path.slice(parent.length + 1);
    const children = inner.flatMap((other) => routesOf(other, lang, path));
    return route(relative, module, { id }, children);
  });
}

/**
 * All texts in one route per language, which finds the text by its path: a route per address would
 * add 90 entries to the route table that every page loads.
 */
const texts = LANGUAGES.map((lang) =>
  route(inLanguage("/:text", lang).slice(1), "screens/text-page/route.tsx", { id: `${lang}.text` }),
);

/** Routes that aren't pages: pictures, files for robots, parts of the installed site. */
const resources = [
  route("og/:kind/:file", "resources/og/og.ts"),
  route("sitemap.xml", "resources/sitemap/sitemap-index.ts"),
  route("sitemap/:file", "resources/sitemap/sitemap-part.ts"),
  route("shirt.svg", "resources/shirt.ts"),
  route("line-up/:lang/:competition", "resources/line-up.ts"),
  route("robots.txt", "resources/robots.ts"),
  route("manifest/:file", "resources/install/manifest.ts"),
  route("offline/:lang", "resources/install/offline.ts"),
];

export default [
  ...SCREEN_NAMES.filter((screen) => !isTextScreen(screen) && !parentOf(screen)).flatMap((screen) =>
    LANGUAGES.flatMap((lang) => routesOf(screen, lang)),
  ),
  ...texts,
  ...resources,
  route("*", "screens/not-found/route.tsx"),
] satisfies RouteConfig;
