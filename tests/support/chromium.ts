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

/** How tests, benches and pictures start Chromium. */
export const CHROMIUM = {
  executablePath,
  args: [
    "--no-sandbox", // Chromium refuses its sandbox as root, which CI machines are
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
