import { defineConfig } from "vitest/config";

const database = { globalSetup: "tests/support/postgres.setup.ts", hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{app,server,backend,scripts,supabase}/**/*.test.{ts,tsx}"],
        },
      },
      { test: { name: "rules", include: ["tests/rules/**/*.test.ts"], ...database } },
      {
        test: {
          name: "contract",
          include: ["tests/contract/**/*.test.ts"],
          testTimeout: 20_000,
          ...database,
        },
      },
    ],
  },
});
