import { chromium } from "@playwright/test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

import { languageOf } from "../app/i18n/languages.ts";
import { startSite } from "../e2e/support/site.ts";
import playwright from "../playwright.config.ts";

/** The pictures of the README, taken from the running site with its demo catalogue. */
const PICTURES = [
  { name: "home", path: "/", width: 1440, height: 1000, theme: "light" },
  { name: "home-dark", path: "/en", width: 1440, height: 1000, theme: "dark" },
  { name: "home-phone", path: "/es", width: 390, height: 844, theme: "light" },
] as const;

const IMAGES = join(import.meta.dirname, "../docs/images");

await mkdir(IMAGES, { recursive: true });
const site = await startSite({ SEED: "demo" });
const browser = await chromium.launch(playwright.use?.launchOptions);
try {
  for (const { name, path, width, height, theme } of PICTURES) {
    await shoot(name, path, { width, height }, theme);
  }
  await shoot("jersey", await firstJersey(), { width: 1440, height: 1000 }, "light");
} finally {
  await browser.close();
  await site.stop();
}

async function shoot(
  name: string,
  path: string,
  viewport: { width: number; height: number },
  colorScheme: "light" | "dark",
): Promise<void> {
  // The page's own language, or the offer of another one would be in the picture.
  const locale = languageOf(path);
  const page = await browser.newPage({ viewport, colorScheme, locale, reducedMotion: "reduce" });
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  const png = await page.screenshot();
  await sharp(png)
    .webp({ quality: 82 })
    .toFile(join(IMAGES, `${name}.webp`));
  await page.close();
}

async function firstJersey(): Promise<string> {
  const page = await browser.newPage();
  await page.goto(site.url);
  const path = await page.locator('main a[href^="/jersey/"]').first().getAttribute("href");
  await page.close();
  if (!path) throw new Error("the home page shows no jersey");
  return path;
}
