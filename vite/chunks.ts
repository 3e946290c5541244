import type { Plugin } from "vite";

import { CATALOGUE_SCREENS, screenFolder } from "../app/shared/address/screens.ts";

/** The two heaviest screens of the catalogue: what only one of them needs must not weigh on the other. */
const HEAVY = ["jersey", "catalogue"];

/** Heavy screens, too, which need little of what the other screens of the catalogue share. */
const SPARING = ["home", "search", "team", "today"];

interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** The client half of a route module, made by React Router's plugin. */
const SCREEN =
  /\/app\/(?:\w+\/screens\/([\w-]+)\/route|(\w+))\.tsx\?__react-router-build-client-route/;

const ICON = "/lucide-react/dist/esm/icons/";

/** Screens without cards: modules that they share with the catalogue must not pull in all of its cards. */
const PLAIN = ["auth", "submit", "report", "text-page"];

/**
 * What members load beside a page, by the modules that start it: with every page, with their home page, with a
 * jersey, with their collection, with the account. A module belongs to the first that needs it.
 */
const MEMBER_PARTS: Record<string, string[]> = {
  member: [
    "/shared/data/connect.ts",
    "/account/account-link/load-review-count.ts",
    "/account/account-link/load-unread-count.ts",
    "/account/account-link/review-count.tsx",
    "/account/account-link/unread-count.tsx",
    "/collect/collection/member-kit-shelf.tsx",
    "/collect/collection/member-mark.tsx",
    "/collect/collection/member-shelves.tsx",
    "/collect/collection/own-copies.tsx",
    "/collect/collection/read-membership.tsx",
    "/collect/collection/toggle-shelf.ts",
    "/collect/completeness/member-completeness.tsx",
    "/collect/copy-editor/member-parts.ts",
    "/collect/follows/read-follow.tsx",
    "/collect/follows/toggle-follow.ts",
    "/collect/offline/member-offline.ts",
    "/jersey/data/votes/member-votes.ts",
    "/show/add-to-list/add-button.tsx",
  ],
  "member-home": ["/collect/member-home/member-home.tsx"],
  "member-jersey": ["/jersey/comments/live-comments.tsx", "/moderate/merging/merging-button.tsx"],
  account: ["/account/screens/account/member-view.tsx", "/collect/offline/read-lists.ts"],
  collection: ["/collect/my-copies/my-copies.tsx"],
  numbers: ["/collect/numbers/numbers.tsx"],
  "copy-editor": ["/collect/copy-editor/copy-dialog.tsx", "/collect/copy-editor/copy-editor.tsx"],
};

/** What visitors load when they press something: like a screen, it must not load a member's part for one module of it. */
const PRESSED: Record<string, string[]> = {
  dialogs: [
    "/browse/filters/nothing-found.tsx",
    "/browse/filters/open-filters.tsx",
    "/browse/search/search-dialog.tsx",
    "/jersey/gallery/zoom.tsx",
    "/jersey/share/share-dialog.tsx",
    "/shared/ui/toaster.tsx",
  ],
  proofs: ["/account/sign-in/challenge/challenge.tsx", "/contribute/report/report-dialog.tsx"],
  games: ["/daily/data/my-duel.ts", "/daily/guess/game.tsx"],
};

/** Screens, and what is pressed, that share what they have in common with others, by the one that has most of it. */
const ALIKE: Record<string, string> = {
  "account-section": "account",
  admin: "account",
  confirm: "auth",
  data: "today",
  dialogs: "pressed",
  games: "pressed",
  identify: "history",
  list: "account",
  member: "account",
  proofs: "pressed",
  report: "auth",
  submit: "account",
  suggest: "history",
  year: "account",
};

/** Groups the browser's modules into a few chunks. */
export const chunks: Plugin = {
  name: "chunks",
  // After React Router, whose stricter signatures groups without their dependencies can't have.
  enforce: "post",
  config: () => ({
    environments: {
      client: {
        build: {
          rolldownOptions: {
            preserveEntrySignatures: "allow-extension",
            output: { codeSplitting: { groups: GROUPS } },
          },
        },
      },
    },
  }),
};

const GROUPS = [
  {
    // Separate: it stays in caches from release to release.
    name: "framework",
    test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
    priority: 19,
  },
  // Of several parts, none of which may bring the others with it. The sign-in has two functions of the first.
  { name: "query", test: /node_modules\/@tanstack\/(?!.*[qQ]ueryOptions)/, priority: 19 },
  { name: "rules", test: /node_modules\/zod\//, priority: 19 },
  { name: "forms", test: /node_modules\/(react-hook-form|@hookform)\//, priority: 19 },
  // First: this group includes what its modules import.
  { name: siteChunk, debugName: "site", priority: 18 },
  { name: pagesChunk, debugName: "pages", priority: 17, includeDependenciesRecursively: false },
  ...Object.entries(MEMBER_PARTS).map(([name, files], n) => ({
    name: (id: string, graph: Graph) => (isNeededBy(files, id, graph) ? name : null),
    debugName: name,
    // Never under 0.
    priority: 9 - n,
    // What a screen imports, too, stays outside: visitors would load the whole part with it.
    includeDependenciesRecursively: false,
  })),
  {
    name: sharedChunk,
    debugName: "shared",
    priority: 0,
    includeDependenciesRecursively: false,
  },
];

/**
 * The chunk of modules that every page, or every kind of page, loads at once. The root itself stays
 * outside: its style sheet would be included, and loaded again with each chunk that needs this one.
 */
function siteChunk(id: string, graph: Graph): string | null {
  if (isRootOrStyle(id)) return null;
  const screens = screensOf(id, graph);
  const everywhere = PLAIN.some((screen) => screens.has(screen)) && isShared(screens);
  // An icon is smaller than a request for it.
  const isIcon = id.includes(ICON) && isShared(screens, 2);
  return screens.has("root") || everywhere || isIcon ? "site" : null;
}

/**
 * The chunk of modules that several screens of the catalogue load at once: one for each set of heavy screens that need it,
 * of the others one for each set of sparing ones.
 */
function pagesChunk(id: string, graph: Graph): string | null {
  if (isRootOrStyle(id)) return null;
  const screens = screensOf(id, graph);
  const heavy = HEAVY.filter((screen) => screens.has(screen));
  const sparing = SPARING.filter((screen) => screens.has(screen));
  // The jersey's page would have many small files otherwise.
  if (!isShared(screens, heavy[0] === "jersey" ? 2 : 3)) return null;
  return ["pages", ...(heavy.length > 0 ? heavy : sparing)].join("-");
}

function isRootOrStyle(id: string): boolean {
  return id.includes("/app/root.tsx") || id.endsWith(".css");
}

/** True if one of these files imports the module, itself or by what it imports. */
function isNeededBy(files: string[], id: string, graph: Graph): boolean {
  const above = [...importersOf(id, graph)];
  if (above.some((module) => screenOf(module))) return false;
  return hasAny(files, above);
}

/**
 * What screens have in common with each other, with what is pressed or with a member's part: one chunk of all modules that
 * the same screens need. No screen loads more by it.
 */
function sharedChunk(id: string, graph: Graph): string | null {
  if (id.endsWith(".css")) return null;
  const isMembers = hasAny(Object.values(MEMBER_PARTS).flat(), [...importersOf(id, graph)]);
  const needing = [...screensOf(id, graph)];
  const screens = [...new Set(needing.map((screen) => ALIKE[screen] ?? screen))].sort();
  // A press loads what it needs, and no other dialog.
  const isShared = isMembers
    ? needing.length > 0
    : needing.length > 1 && screens.join() !== "pressed";
  return isShared ? `with-${screens.join("-")}` : null;
}

function isShared(screens: Set<string>, least = 3): boolean {
  return CATALOGUE_SCREENS.filter((screen) => screens.has(screenFolder(screen))).length >= least;
}

/** The screens that import a module without a dynamic import; `root` stands for all. */
function screensOf(id: string, graph: Graph): Set<string> {
  return new Set([...importersOf(id, graph)].flatMap((module) => screenOf(module) ?? []));
}

/** The screen whose route a module is, or what is loaded by a press. */
function screenOf(module: string): string | undefined {
  const [, folder, own] = SCREEN.exec(module) ?? [];
  if (module.endsWith("/app/entry.client.tsx")) return "root";
  for (const [name, files] of Object.entries(PRESSED)) {
    if (hasAny(files, [module])) return name;
  }
  return folder ?? own;
}

/** True if one of the modules is one of these files. */
function hasAny(files: string[], modules: string[]): boolean {
  return files.some((file) => modules.some((module) => module.endsWith(`/app${file}`)));
}

/** A module and all that import it without a dynamic import. */
function importersOf(id: string, graph: Graph): Set<string> {
  const found = new Set([id]);
  // The set grows during the loop.
  for (const module of found) {
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) found.add(importer);
  }
  return found;
}
