import { chromium, type Page } from "@playwright/test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

import { languageOf } from "../app/shared/i18n/languages.ts";
import { startSite } from "../tests/support/site.ts";
import { CHROMIUM } from "../tests/support/chromium.ts";

/** The pictures of the README, taken from the running site with its demo catalogue. */
const PICTURES = [
  { name: "home", path: "/", width: 1440, height: 1000, theme: "light" },
  { name: "home-dark", path: "/en", width: 1440, height: 1000, theme: "dark" },
  { name: "home-phone", path: "/es", width: 390, height: 844, theme: "light" },
  { name: "today", path: "/aujourdhui", width: 360, height: 1340, theme: "light" },
] as const;

const DESKTOP = { width: 1440, height: 1000 };

const IMAGES = join(import.meta.dirname, "../docs/images");

await mkdir(IMAGES, { recursive: true });
const site = await startSite({ SEED: "demo" });
const browser = await chromium.launch(CHROMIUM);
try {
  await shoot("jersey", await linkFrom("/", "/jersey/"), DESKTOP, "light");
  const team = await linkFrom("/recherche?q=paris+saint-germain", "/team/");
  await shoot("team", team, DESKTOP, "light");
  await shoot("search", "/en", DESKTOP, "light", searchFor("paris"));
  // Last: counts follow the demonstration's load within seconds.
  for (const { name, path, width, height, theme } of PICTURES) {
    await shoot(name, path, { width, height }, theme);
  }
} finally {
  await browser.close();
  await site.stop();
}

async function shoot(
  name: string,
  path: string,
  viewport: { width: number; height: number },
  colorScheme: "light" | "dark",
  prepare?: (page: Page) => Promise<void>,
): Promise<void> {
  // The page's own language: otherwise the picture shows the suggestion of another one.
  const locale = languageOf(path);
  const page = await browser.newPage({ viewport, colorScheme, locale, reducedMotion: "reduce" });
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  await prepare?.(page);
  const png = await page.screenshot();
  await sharp(png)
    .webp({ quality: 82 })
    .toFile(join(IMAGES, `${name}.webp`));
  await page.close();
}

/** Opens the search dialog with results for a text. */
function searchFor(text: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill(text);
    await page.getByRole("option").first().waitFor();
    await page.waitForLoadState("networkidle");
  };
}

/** The first link in a page's content whose address starts with `beginning`. */
async function linkFrom(path: string, beginning: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(site.url + path);
  const link = page.locator(`main a[href^="${beginning}"]`).first();
  const address = await link.getAttribute("href");
  await page.close();
  if (!address) throw new Error(`${path} has no link to ${beginning}…`);
  return address;
}
