import type { Browser } from "@playwright/test";

import { report } from "../support/report.ts";
import type { PublicScreen } from "../support/screens.ts";

/** With a high pixel density: it requests the largest images. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 };

const NONE = { script: 0, font: 0, document: 0, stylesheet: 0, image: 0, cardImage: 0 };
/**
 * Kilobytes: of all images that load without scrolling, and of the largest one on any card. The document's target is
 * our own: the home page names every team of a season.
 */
type Weight = typeof NONE;
const TARGETS: Partial<Weight> = { script: 160, font: 80, document: 45, cardImage: 40 };

/** What a phone downloads before any interaction, compressed with gzip (docs/product/site.md 18.6, contribute.md 11.10). */
export async function weighScreens(
  browser: Browser,
  site: string,
  screens: PublicScreen[],
): Promise<void> {
  const weights: [string, Weight][] = [];
  for (const { name, path } of screens) weights.push([name, await weigh(browser, site + path)]);
  const heaviest = weights.toSorted(([, a], [, b]) => b.script - a.script);
  const scripts = heaviest.slice(0, 6).map(([name, { script }]) => `${name} ${script.toFixed(1)}`);
  await report("pages-weight", {
    head: ["screen", ...Object.keys(NONE).map((kind) => `${kind} kB`)],
    rows: heaviest.map(([name, weight]) => [
      name,
      ...Object.values(weight).map((size) => size.toFixed(1)),
    ]),
    figures: Object.entries(TARGETS).map(([kind, most]) => ({
      ...{ what: kind, most, unit: "kB" },
      measured: Math.max(...weights.map(([, weight]) => weight[kind as keyof Weight])),
    })),
    summary: `The most JavaScript, in kB: ${scripts.join(", ")}.`,
  });
}

async function weigh(browser: Browser, url: string): Promise<Weight> {
  const context = await browser.newContext({
    ...PHONE,
    extraHTTPHeaders: { "accept-encoding": "gzip" },
    // Files that it caches for later aren't part of the page.
    serviceWorkers: "block",
    // The pages', so that no other language is offered.
    locale: "fr-FR",
  });
  const page = await context.newPage();
  const weight = { ...NONE };
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
  await page.goto(url, { waitUntil: "networkidle" });
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
