import { defineConfig } from "@playwright/test";
import { existsSync } from "node:fs";

/** The headless shell first: without windows, it takes two thirds of Chromium's time. */
const BROWSERS = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const executablePath = BROWSERS.find((path) => path && existsSync(path));
if (!executablePath) {
  throw new Error(
    "No Chromium found: install the package 'chromium-headless-shell', or set CHROMIUM_PATH",
  );
}

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
      executablePath,
      args: [
        "--no-sandbox", // Chromium refuses its sandbox as root, which CI machines are
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Pages live for seconds: compilers that pay off later, and a process per page, take a tenth
        // of Chromium's time.
        "--js-flags=--no-maglev,--no-turbofan",
        "--renderer-process-limit=1",
        "--in-process-gpu",
      ],
    },
  },
});
