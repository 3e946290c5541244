import { defineConfig } from "@playwright/test";

import { CHROMIUM } from "./tests/support/chromium.ts";

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/demo-data.setup.ts",
  testMatch: "**/*.spec.ts",
  fullyParallel: false,
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  // Counted apart: `scripts/test/report.ts` names these tests, and allows few.
  retries: process.env.CI ? 1 : 0,
  reporter: "list",
  use: {
    locale: "fr-FR",
    // What drifts is drawn by the processor here, which then has half as much left for the page. That
    // the site moves at all is a test of its own.
    contextOptions: { reducedMotion: "reduce" },
    // Recording costs a sixth of the time, so CI goes without.
    trace: process.env.CI ? "off" : "retain-on-failure",
    launchOptions: {
      ...CHROMIUM,
      args: [
        ...CHROMIUM.args,
        // Pages live for seconds: compilers that pay off later only take time.
        "--js-flags=--no-maglev,--no-turbofan",
      ],
    },
  },
});
