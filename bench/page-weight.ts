/**
 * The download of a phone for every public screen before any interaction, compressed with gzip.
 * Targets (docs/product/site.md 18.6, contribute.md 11.10): JavaScript ≤ 160 kB, an image on a card ≤ 40 kB, fonts ≤
 * 80 kB. The document's target (≤ 45 kB) is our own: the home page names every team of a season.
 */
import { type Browser, chromium } from "@playwright/test";

import { startSite } from "../tests/support/site.ts";
import { CHROMIUM } from "../tests/support/chromium.ts";
import { type PublicScreen, publicScreens } from "./support/screens.ts";
import { report, table } from "./support/report.ts";
import { verdict } from "./support/targets.ts";

/**
 * A phone with a high pixel density: it requests the largest images. Its language is the pages', so
 * that it isn't offered another one.
 */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, locale: "fr-FR" };

interface Weight {
  script: number;
  font: number;
  document: number;
  stylesheet: number;
  /** The size of all images that load without scrolling, and of the largest one on any card. */
  image: number;
  cardImage: number;
}

async function weigh(browser: Browser, site: string, path: string): Promise<Weight> {
  const context = await browser.newContext({
    ...PHONE,
    extraHTTPHeaders: { "accept-encoding": "gzip" },
    // Files that it caches for later aren't part of the page.
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  const weight = { script: 0, font: 0, document: 0, stylesheet: 0, image: 0, cardImage: 0 };
  const images = new Map<string, number>();
  const counted: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    const count = async () => {
      const kind = request.resourceType();
      // Null for requests still running when the page was closed.
      const response = await request.response().catch(() => null);
      const size = Number(response?.headers()["content-length"] ?? 0) / 1000;
      if (kind === "image") images.set(request.url(), size);
      if (kind in weight) weight[kind as keyof Weight] += size;
    };
    counted.push(count());
  });
  await page.goto(site + path, { waitUntil: "networkidle" });
  await Promise.all(counted);
  const atOnce = { ...weight };
  const cards = await page.locator("article img").evaluateAll(async (found) => {
    const shown = found as HTMLImageElement[];
    for (const image of shown) image.loading = "eager";
    await Promise.all(shown.map((image) => image.decode().catch(() => {})));
    return shown.map((image) => image.currentSrc);
  });
  await page.waitForLoadState("networkidle");
  await Promise.all(counted);
  await context.close();
  const largest = Math.max(0, ...cards.map((address) => images.get(address) ?? 0));
  return { ...atOnce, cardImage: largest };
}

const site = await startSite({ SEED: "demo" });
const browser = await chromium.launch(CHROMIUM);
try {
  const weights: [PublicScreen, Weight][] = [];
  for (const screen of await publicScreens(site)) {
    weights.push([screen, await weigh(browser, site.url, screen.path)]);
  }
  console.table(
    Object.fromEntries(
      weights.map(([{ name }, weight]) => [
        name,
        Object.fromEntries(
          Object.entries(weight).map(([kind, size]) => [`${kind} kB`, size.toFixed(1)]),
        ),
      ]),
    ),
  );
  const heaviest = weights.toSorted(([, a], [, b]) => b.script - a.script);
  const scripts = heaviest
    .slice(0, 6)
    .map(([{ name }, { script }]) => `${name} ${script.toFixed(1)}`);
  await report(
    "page-weight",
    table(
      ["screen", ...Object.keys(heaviest[0]![1]).map((kind) => `${kind} kB`)],
      heaviest.map(([{ name }, weight]) => [
        name,
        ...(Object.values(weight) as number[]).map((size) => size.toFixed(1)),
      ]),
    ),
    `The most JavaScript, in kB: ${scripts.join(", ")}.`,
  );
  const most = (kind: keyof Weight) => Math.max(...weights.map(([, weight]) => weight[kind]));
  verdict([
    { what: "JavaScript before interaction", measured: most("script"), most: 160, unit: "kB" },
    { what: "image on a card", measured: most("cardImage"), most: 40, unit: "kB" },
    { what: "fonts", measured: most("font"), most: 80, unit: "kB" },
    { what: "document", measured: most("document"), most: 45, unit: "kB" },
  ]);
} finally {
  await browser.close();
  await site.stop();
}
