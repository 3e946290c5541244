import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

import { catalogueChunk, siteChunk } from "./scripts/chunks.ts";

/** Icons are lucide's, drawn by a component of our own that pages can afford. */
const plainIcons: Plugin = {
  name: "plain-icons",
  enforce: "pre",
  resolveId: (source, importer) =>
    source === "../createLucideIcon.mjs" && importer?.includes("/lucide-react/dist/esm/icons/")
      ? join(import.meta.dirname, "app/components/ui/lucide-icon.ts")
      : undefined,
};

export default defineConfig(({ command }) => ({
  plugins: [plainIcons, tailwindcss(), reactRouter()],
  // Bundled, only the icons in use: the server starts sooner, and draws them the same way.
  ssr: command === "build" ? { noExternal: ["lucide-react"] } : {},
  resolve: {
    // The same names over a small translator: docs/decisions/006-small-translator.md.
    alias: { "react-i18next": join(import.meta.dirname, "app/i18n/react.tsx") },
  },
  build: { target: "es2023" },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  // By itself: it stays in caches from release to release.
                  name: "framework",
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 3,
                },
                // In this order: a group takes along what its modules import.
                { name: siteChunk, debugName: "site", priority: 2 },
                { name: catalogueChunk, debugName: "catalogue", priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
}));
