import type { Browser, BrowserContextOptions, Page } from "@playwright/test";

import { inTurns, median } from "../support/figures.ts";
import { type Figure, report } from "../support/report.ts";
import type { PublicScreen } from "../support/screens.ts";

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };
/** Throughput in bytes per second, latency in milliseconds: 1.6 Mbit/s. */
const LINE = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 1e5 };
const SLOWDOWN = 4;
/** Seconds. */
const MOST = { paint: 1.3, listening: 2.5 };

interface Entry {
  startTime: number;
  /** Of a shift of the layout. */
  value: number;
  hadRecentInput: boolean;
}

/** The waiting times on a slow phone and a slow line. */
export async function visitScreens(
  browser: Browser,
  site: string,
  screens: PublicScreen[],
  runs: number,
): Promise<void> {
  const rows: string[][] = [];
  const figures: Figure[] = [];
  for (const { name, path } of screens) {
    // The first, which doesn't count, makes the server render and cache the pictures.
    const visits = await inTurns(runs, [site + path], (url) => visit(browser, url));
    const paint = median(visits.map(([times]) => times!.paint));
    const listening = median(visits.map(([times]) => times!.listening));
    rows.push([name, paint.toFixed(2), listening.toFixed(2)]);
    figures.push(
      { what: `${name}: largest paint`, measured: paint, most: MOST.paint, unit: "s" },
      { what: `${name}: listening`, measured: listening, most: MOST.listening, unit: "s" },
    );
  }
  const range = (column: number) => {
    const times = rows.map((row) => row[column]!).toSorted();
    return `${times[0]} to ${times.at(-1)} s`;
  };
  const summary = `Painted after ${range(1)}, listening after ${range(2)}.`;
  const head = ["screen", "largest paint, s", "listening, s"];
  await report("pages-phone", { head, rows, figures, summary });
}

/** A page without a cache on the slow phone. */
export async function openSlowly(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ ...PHONE, ...options, serviceWorkers: "block" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  return { context, page };
}

/** In seconds since the navigation began: the paint, and React has hydrated the page (the mark of app/site/early-input.ts). */
async function visit(browser: Browser, url: string) {
  const { context, page } = await openSlowly(browser);
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.waitForFunction(() => performance.getEntriesByName("listening").length > 0);
  await page.waitForLoadState("networkidle");
  const paint = await paintOf(page);
  const listening = await page.evaluate(
    () => performance.getEntriesByName("listening")[0]!.startTime / 1000,
  );
  await context.close();
  return { paint, listening };
}

/** The paint of the largest text or picture, in seconds since the navigation began. */
export async function paintOf(page: Page): Promise<number> {
  const paints = await entriesOf(page, "largest-contentful-paint");
  return (paints.at(-1)?.startTime ?? Number.NaN) / 1000;
}

/** What the browser has noted of a kind; there may be nothing. */
export function entriesOf(page: Page, type: string): Promise<Entry[]> {
  return page.evaluate(
    (kind) =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) =>
          resolve(list.getEntries().map((entry) => entry.toJSON())),
        );
        observer.observe({ type: kind, buffered: true });
        setTimeout(() => resolve([]), 1000);
      }),
    type,
  );
}
