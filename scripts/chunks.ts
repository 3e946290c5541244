interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** What React Router's plugin makes of a screen: the part of it that browsers load. */
const SCREEN = /\/app\/(?:screens\/)?([\w-]+)\.tsx\?__react-router-build-client-route/;

/** All of them are reached through one index, whoever shows which. */
const ICON = /\/lucide-react\/dist\/esm\/(icons|lucide-react)/;

/** Screens on which shirts are looked through; a visitor goes from one to the next. */
const CATALOGUE = [
  "home",
  "competitions",
  "competition",
  "sports",
  "sport",
  "trends",
  "team",
  "jersey",
  "variations",
];

/**
 * The chunk of what every page loads at once. The root itself stays outside: its style sheet would
 * come along, and be loaded again with each chunk that needs this one.
 */
export function siteChunk(id: string, graph: Graph): string | null {
  if (ICON.test(id) || id.includes("/app/root.tsx") || id.endsWith(".css")) return null;
  return screensOf(id, graph).has("root") ? "site" : null;
}

/**
 * The chunk of what several screens of the catalogue load at once. Forty crumbs instead would
 * compress to a tenth more, and each would cost a request.
 */
export function catalogueChunk(id: string, graph: Graph): string | null {
  const screens = screensOf(id, graph);
  const shared = CATALOGUE.filter((screen) => screens.has(screen)).length >= 3;
  return shared && !ICON.test(id) ? "catalogue" : null;
}

/** The screens that reach a module without a dynamic import; `root` stands for all. */
function screensOf(id: string, graph: Graph): Set<string> {
  const screens = new Set<string>();
  const seen = new Set([id]);
  // Grows while it is walked.
  for (const module of seen) {
    const screen = SCREEN.exec(module)?.[1] ?? (module.endsWith("/app/entry.client.tsx") && "root");
    if (screen) screens.add(screen);
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) seen.add(importer);
  }
  return screens;
}
