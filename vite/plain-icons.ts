import { join } from "node:path";
import type { Plugin } from "vite";

const OWN = join(import.meta.dirname, "../app/components/ui/lucide-icon.ts");

/** Draws lucide's icons with a component of our own. */
export const plainIcons: Plugin = {
  name: "plain-icons",
  enforce: "pre",
  // Bundled, only the icons in use: the server starts sooner, and draws them as browsers do.
  config: (_, { command }) =>
    command === "build" ? { ssr: { noExternal: ["lucide-react"] } } : undefined,
  resolveId: (source, importer) =>
    source === "../createLucideIcon.mjs" && importer?.includes("/lucide-react/dist/esm/icons/")
      ? OWN
      : undefined,
};
