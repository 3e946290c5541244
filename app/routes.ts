import {
  index,
  layout,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from "@react-router/dev/routes";

import { pathsOf } from "./shared/address/paths.ts";
import { isTextScreen, type Screen, SCREEN_NAMES, SCREENS } from "./shared/address/screens.ts";
import { routeId, screenFile } from "./shared/address/screen-file.ts";
import { inLanguage, LANGUAGES } from "./shared/i18n/languages.ts";

const parentOf = (screen: Screen) => {
  const declaration = SCREENS[screen];
  return "within" in declaration ? declaration.within : undefined;
};

const parameters = (screen: Screen) => SCREENS[screen].path.fr.split(":").length - 1;

/**
 * The routes of a screen, those of the screens inside it included: one for each path that it has in
 * any language. The language is a parameter, which `site/language-guard.tsx` checks: every page loads
 * this table, and a route per language would make it three times as long.
 */
function routesOf(screen: Screen): RouteConfigEntry[] {
  const inner = SCREEN_NAMES.filter((other) => parentOf(other) === screen);
  return pathsOf(screen).map((path, n) => {
    // Paths are relative to the route around them.
    const children = inner.flatMap((other) =>
      pathsOf(other).map((whole) =>
        route(whole.slice(path.length + 1), screenFile(other), { id: other }),
      ),
    );
    return route(`:lang?${path}`, screenFile(screen), { id: routeId(screen, n) }, children);
  });
}

/** Without a language parameter, which would match the paths of all texts: `/about`. */
const home = LANGUAGES.map((lang, n) => {
  const path = inLanguage("/", lang);
  const id = routeId("home", n);
  return path === "/"
    ? index(screenFile("home"), { id })
    : route(path.slice(1), screenFile("home"), { id });
});

/** Routes that aren't pages: pictures, files for robots, parts of the installed site. */
const resources = [
  route("og/:kind/:file", "site/resources/og/og.ts"),
  route("shown/:username/:file", "show/resources/shown-photo.ts"),
  route("embed/jersey/:id", "open/resources/embed.ts"),
  route("data/openapi.json", "open/resources/openapi.ts"),
  route("oembed", "open/resources/oembed.ts"),
  // Not `feed/*`, which counts less than `:lang/team/:teamId`.
  route("feed/:file", "open/resources/feed.ts", { id: "feed" }),
  route("feed/:kind/:file", "open/resources/feed.ts", { id: "feed.of" }),
  route("daily/:file", "daily/resources/guess-picture.ts"),
  route("sitemap.xml", "site/resources/sitemap/sitemap-index.ts"),
  route("sitemap/:file", "site/resources/sitemap/sitemap-part.ts"),
  route("code/:code", "browse/resources/code.ts"),
  route("shirt.svg", "site/resources/shirt.ts"),
  route("data/changes", "open/resources/changes.ts"),
  route("data/manifest.json", "open/resources/manifest.ts"),
  route("data/photos/:id", "open/resources/photo.ts"),
  route("robots.txt", "site/resources/robots.ts"),
  route("manifest/:file", "site/resources/install/manifest.ts"),
];

/**
 * Where two routes match equally well, the first one counts: `/suggest/team/1` is a suggestion, not
 * the team of a language named `suggest`. The wrong one always takes one word more as the language,
 * and so has one parameter less of its own.
 */
const screens = SCREEN_NAMES.filter(
  (screen) => screen !== "home" && !isTextScreen(screen) && !parentOf(screen),
).sort((a, b) => parameters(b) - parameters(a));

export default [
  ...resources,
  layout("site/language-guard.tsx", [
    ...home,
    ...screens.flatMap(routesOf),
    route(":lang?/offline", "site/screens/offline/route.tsx", { id: "offline" }),
    // All texts in one route, which finds the text by its path.
    route(":lang?/:text", "site/screens/text-page/route.tsx", { id: "text" }),
    route("*", "site/screens/not-found/route.tsx"),
  ]),
] satisfies RouteConfig;
