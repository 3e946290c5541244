import {
  index,
  layout,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from "@react-router/dev/routes";

import { pathsOf } from "./address/paths.ts";
import {
  isTextScreen,
  type Screen,
  screenFolder,
  SCREEN_NAMES,
  SCREENS,
} from "./address/screens.ts";
import { inLanguage, LANGUAGES } from "./i18n/languages.ts";

const parentOf = (screen: Screen) => {
  const declaration = SCREENS[screen];
  return "within" in declaration ? declaration.within : undefined;
};

const parameters = (screen: Screen) => SCREENS[screen].path.fr.split(":").length - 1;

const moduleOf = (screen: Screen) => `screens/${screenFolder(screen)}/route.tsx`;

/**
 * The routes of a screen, those of the screens inside it included: one for each path that it has in
 * any language. The language is a parameter, which `language-guard.tsx` checks: every page loads
 * this table, and a route per language would make it three times as long.
 */
function routesOf(screen: Screen): RouteConfigEntry[] {
  const inner = SCREEN_NAMES.filter((other) => parentOf(other) === screen);
  return pathsOf(screen).map((path, n) => {
    // Paths are relative to the route around them.
    const children = inner.flatMap((other) =>
      pathsOf(other).map((whole) =>
        route(whole.slice(path.length + 1), moduleOf(other), { id: other }),
      ),
    );
    return route(`:lang?${path}`, moduleOf(screen), { id: idOf(screen, n) }, children);
  });
}

/** One module serves many paths, so each route needs its own id. */
const idOf = (screen: Screen, n: number) => (n === 0 ? screen : `${screen}.${n}`);

/** Without a language parameter, which would match the paths of all texts: `/about`. */
const home = LANGUAGES.map((lang, n) => {
  const path = inLanguage("/", lang);
  const id = idOf("home", n);
  return path === "/"
    ? index(moduleOf("home"), { id })
    : route(path.slice(1), moduleOf("home"), { id });
});

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
  layout("language-guard.tsx", [
    ...home,
    ...screens.flatMap(routesOf),
    // All texts in one route, which finds the text by its path.
    route(":lang?/:text", "screens/text-page/route.tsx", { id: "text" }),
    route("*", "screens/not-found/route.tsx"),
  ]),
] satisfies RouteConfig;
