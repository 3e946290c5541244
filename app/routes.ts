import { index, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";

import { addresses } from "./address/paths.ts";
import { type Screen, screenFolder, SCREEN_NAMES } from "./address/screens.ts";
import { LANGUAGES } from "./i18n/languages.ts";

function routesOf(screen: Screen): RouteConfigEntry[] {
  const module = `screens/${screenFolder(screen)}/route.tsx`;
  return LANGUAGES.flatMap((lang) =>
    addresses(screen, lang).map((path, n) => {
      // One module serves many addresses, so each entry needs its own id.
      const id = n === 0 ? `${lang}.${screen}` : `${lang}.${screen}.${n}`;
      return path === "/" ? index(module, { id }) : route(path.slice(1), module, { id });
    }),
  );
}

/** Routes that aren't pages: pictures, files for robots, parts of the installed site. */
const resources = [
  route("og/:kind/:file", "resources/og/og.ts"),
  route("sitemap.xml", "resources/sitemap/sitemap-index.ts"),
  route("sitemap/:file", "resources/sitemap/sitemap-part.ts"),
  route("shirt.svg", "resources/shirt.ts"),
  route("robots.txt", "resources/robots.ts"),
  route("manifest/:file", "resources/install/manifest.ts"),
  route("offline/:lang", "resources/install/offline.ts"),
];

export default [
  ...SCREEN_NAMES.flatMap(routesOf),
  ...resources,
  route("*", "screens/not-found/route.tsx"),
] satisfies RouteConfig;
