/**
 * The waiting times on a slow phone and a slow line for every public screen, in a real Chromium:
 * 1.6 Mbit/s, 150 ms round trip, a processor four times slower. Targets: largest paint ≤ 1.6 s,
 * listening ≤ 3.0 s.
 *
 *     npm run bench -- slow-phone [--runs 3] [--only home,jersey]
 */
import { type Browser, chromium } from "@playwright/test";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";

import { startSite } from "../tests/support/site.ts";
import { CHROMIUM } from "../tests/support/chromium.ts";
import { publicScreens } from "./support/screens.ts";
import { type Figure, median, verdict } from "./support/targets.ts";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "3" }, only: { type: "string" } },
});
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };
/** Throughput in bytes per second, latency in milliseconds. */
const LINE = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 1e5 };
const SLOWDOWN = 4;

/** In seconds since the navigation began. */
interface Visit {
  /** The paint of the largest text or picture. */
  paint: number;
  /** React has hydrated the page: the mark that app/site/early-input.ts sets. */
  listening: number;
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.waitForFunction(() => performance.getEntriesByName("listening").length > 0);
  await page.waitForLoadState("networkidle");
  const found = await page.evaluate(async () => {
    const paint = await new Promise<number>((resolve) =>
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
        type: "largest-contentful-paint",
        buffered: true,
      }),
    );
    const [mark] = performance.getEntriesByName("listening");
    return { paint: paint / 1000, listening: (mark?.startTime ?? Number.NaN) / 1000 };
  });
  await context.close();
  return found;
}

const only = values.only?.split(",");
const site = await startSite({ SEED: "demo" });
const browser = await chromium.launch(CHROMIUM);
try {
  const figures: Figure[] = [];
  for (const { name, path } of await publicScreens(site)) {
    if (only && !only.includes(name)) continue;
    const visits: Visit[] = [];
    await visit(browser, site.url + path); // makes the server render and cache the pictures
    for (let run = 0; run < Number(values.runs); run += 1) {
      visits.push(await visit(browser, site.url + path));
    }
    const of = (moment: keyof Visit) => median(visits.map((times) => times[moment]));
    figures.push(
      { what: `${name}: largest paint`, measured: of("paint"), most: 1.6, unit: "s" },
      { what: `${name}: listening`, measured: of("listening"), most: 3, unit: "s" },
    );
  }
  verdict(figures);
  console.log(
    `load ${loadavg()
      .map((value) => value.toFixed(1))
      .join(", ")}`,
  );
} finally {
  await browser.close();
  await site.stop();
}
