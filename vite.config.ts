import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { join } from "node:path";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
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
            // Two chunks that every page needs instead of forty crumbs: they compress better
            // together, and the first stays in caches from release to release.
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 2,
                },
                {
                  name: "site",
                  // Not what opens later: it would bring its library along.
                  test: /app\/(components(?!\/ui\/(dialog|palette|tabs))|i18n|lib|data\/session|data\/browser)|lucide-react|clsx|class-variance/,
                  minShareCount: 4,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
});
