import { index, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";

import { LANGUAGES } from "./i18n/languages.ts";
import { addresses, type Screen } from "./i18n/paths.ts";
import { MODULES } from "./i18n/screens.ts";

function routesOf(screen: Screen, module: string): RouteConfigEntry[] {
  return LANGUAGES.flatMap((lang) =>
    addresses(screen, lang).map((path, n) => {
      // One module serves many addresses, so each entry needs an id of its own.
      const id = n === 0 ? `${lang}.${screen}` : `${lang}.${screen}.${n}`;
      return path === "/" ? index(module, { id }) : route(path.slice(1), module, { id });
    }),
  );
}

/** What is no page: pictures, lists for robots, parts of the installed site. */
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
  ...Object.entries(MODULES).flatMap(([screen, module]) => routesOf(screen as Screen, module)),
  ...resources,
  route("*", "screens/not-found.tsx"),
] satisfies RouteConfig;
