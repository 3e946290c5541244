import { existsSync, statfsSync } from "node:fs";

import { installedChromium } from "../browser/install.ts";

/** The headless shell first: without windows, it takes two thirds of Chromium's time. */
const BROWSERS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The named Chromium, one of the machine's, or else the one from npm. */
async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH: ${named} doesn't exist`);
  const found = named || BROWSERS.find((path) => existsSync(path));
  if (found) return found;
  if (process.platform === "linux" && process.arch === "x64") return installedChromium();
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
