import { join } from "node:path";
import type { Plugin } from "vite";

const OWN = join(import.meta.dirname, "../app/shared/ui/lucide-icon.ts");

/** Draws lucide's icons with our own component. */
export const plainIcons: Plugin = {
  name: "plain-icons",
  enforce: "pre",
  // Bundled, with only the icons in use: the server starts faster and renders the same icons as
  // browsers.
  config: (_, { command }) =>
    command === "build" ? { ssr: { noExternal: ["lucide-react"] } } : undefined,
  resolveId: (source, importer) =>
    source === "../createLucideIcon.mjs" && importer?.includes("/lucide-react/dist/esm/icons/")
      ? OWN
      : undefined,
};
