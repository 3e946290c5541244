import type { Plugin } from "vite";

import { CATALOGUE_SCREENS, screenFolder } from "../app/shared/address/screens.ts";

/** The screen with the most modules of its own. */
const HEAVIEST = "jersey";

/** The screen with filters: it has no carousels, seasons or leagues, which most others share. */
const FILTERED = "catalogue";

/** Of the screens with those, the one that isn't about one team, season or league. */
const HOME = "home";

interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** The client half of a route module, made by React Router's plugin. */
const SCREEN =
  /\/app\/(?:\w+\/screens\/([\w-]+)\/route|(\w+))\.tsx\?__react-router-build-client-route/;

/**
 * All icons are imported through one index, so the module graph doesn't show which screen uses
 * which.
 */
const ICON = /\/lucide-react\/dist\/esm\/(icons|lucide-react)/;

/** The icon of the language suggestion, which any page may show. */
const CROSS = "/lucide-react/dist/esm/icons/x.mjs";

/** The icon of empty lists and of the collection: without this, the heaviest page loads the lists. */
const SHIRT = "/lucide-react/dist/esm/icons/shirt.mjs";

/** The icon of filters: without this, the filtered screen loads the overviews with it. */
const SLIDERS = "/lucide-react/dist/esm/icons/sliders-horizontal.mjs";

/** A table of foreign letters, for addresses that were misspelt. Few screens need it at once. */
const SLUG = "/app/shared/domain/slug.ts";

/** Three screens have it, and all others would load it with the catalogue. */
const SHARE = "/app/jersey/share/";

/** Home has it, a season and a competition: with the overviews, these two would load all of them. */
const SEASON_MENU = "/app/browse/components/season-menu.tsx";

/** Of the filtered screen and the rankings: in the lists, all pages of teams and brands would load it. */
const LIKED_BY = "/app/browse/components/liked-by.tsx";

/** Small, and the only one of the overviews that a team has. */
const ORDERED_SEARCH = "/app/shared/address/ordered-search.ts";

/** Screens without cards: modules that they share with the catalogue must not pull in all of its cards. */
const PLAIN = ["auth", "submit", "report", "text-page"];

/** Groups the browser's modules into a few chunks. */
export const chunks: Plugin = {
  name: "chunks",
  config: () => ({
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } } },
    },
  }),
};

const GROUPS = [
  {
    // Separate: it stays in caches from release to release.
    name: "framework",
    test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
    priority: 3,
  },
  // In this order: a group includes what its modules import.
  { name: siteChunk, debugName: "site", priority: 2 },
  { name: catalogueChunk, debugName: "catalogue", priority: 1 },
  { name: listsChunk, debugName: "lists and overviews", priority: 0 },
];

/**
 * The chunk of modules that every page, or every kind of page, loads at once. The root itself stays
 * outside: its style sheet would be included, and loaded again with each chunk that needs this one.
 */
function siteChunk(id: string, graph: Graph): string | null {
  if (id.includes(CROSS)) return "site";
  if (ICON.test(id) || id.includes("/app/root.tsx") || id.endsWith(".css")) return null;
  const screens = screensOf(id, graph);
  const everywhere = PLAIN.some((screen) => screens.has(screen)) && isShared(screens);
  return screens.has("root") || everywhere ? "site" : null;
}

/** The chunk of modules that several screens of the catalogue load at once, the heaviest included. */
function catalogueChunk(id: string, graph: Graph): string | null {
  if (id.includes(SHIRT)) return "catalogue";
  if (ICON.test(id) || id.includes(SHARE) || id.includes(SLUG)) return null;
  const screens = screensOf(id, graph);
  return isShared(screens) && screens.has(HEAVIEST) ? "catalogue" : null;
}

/** The same of modules that the heaviest screen doesn't need; apart, if home or the filtered one don't either. */
function listsChunk(id: string, graph: Graph): string | null {
  if (id.includes(SLIDERS)) return "lists";
  if (id.includes(ORDERED_SEARCH)) return "grids";
  if (ICON.test(id) || [SHARE, SLUG, SEASON_MENU, LIKED_BY].some((apart) => id.includes(apart)))
    return null;
  const screens = screensOf(id, graph);
  if (!isShared(screens)) return null;
  if (screens.has(HOME)) return screens.has(FILTERED) ? "grids" : "overviews";
  return screens.has(FILTERED) ? "lists" : "places";
}

function isShared(screens: Set<string>): boolean {
  return CATALOGUE_SCREENS.filter((screen) => screens.has(screenFolder(screen))).length >= 3;
}

/** The screens that import a module without a dynamic import; `root` stands for all. */
function screensOf(id: string, graph: Graph): Set<string> {
  const screens = new Set<string>();
  const seen = new Set([id]);
  // The set grows during the loop.
  for (const module of seen) {
    const [, folder, own] = SCREEN.exec(module) ?? [];
    const screen = folder ?? own ?? (module.endsWith("/app/entry.client.tsx") && "root");
    if (screen) screens.add(screen);
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) seen.add(importer);
  }
  return screens;
}
