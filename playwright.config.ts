import { defineConfig } from "@playwright/test";
import { availableParallelism } from "node:os";

import { CHROMIUM } from "./tests/support/chromium.ts";
import { isLong } from "./tests/support/long.ts";

/** Milliseconds for one expectation, click or page, which takes less than a second or two. */
const WAIT = 60_000;

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/demo-data.setup.ts",
  testMatch: "**/*.spec.ts",
  fullyParallel: false,
  // Each has a site and a browser of its own, and waits for both to become fast.
  workers: Math.min(3, availableParallelism()),
  // What few changes can break (CONTRIBUTING.md): `npm run test:long`, or `TEST_LONG=1`.
  ...(!isLong && { grepInvert: /@long/ }),
  // For a hang only: the slowest test takes a tenth of it on two quiet cores.
  timeout: 10 * 60_000,
  expect: { timeout: WAIT, toPass: { timeout: 2 * WAIT } },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    actionTimeout: WAIT,
    navigationTimeout: WAIT,
    locale: "fr-FR",
    // It stores each page with its files once more, and answers only without a network. What is about that allows it.
    serviceWorkers: "block",
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
