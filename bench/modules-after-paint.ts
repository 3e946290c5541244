/**
 * What fetching a page's modules after its first paint (decision 036) changes for a phone on a slow
 * line (1.6 Mbit/s, 150 ms, half a processor): the same page with its modules fetched as soon as it is
 * read, in turns. Nothing fails: both figures have to be weighed.
 *
 *     npm run bench -- modules-after-paint [--rounds 5]
 */
import { type Browser, chromium } from "@playwright/test";
import { parseArgs } from "node:util";

import { startSite } from "../tests/support/site.ts";
import playwright from "../playwright.config.ts";
import { publicScreens } from "./support/screens.ts";
import { median } from "./support/verdict.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };
const LINE = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 1e5 };

/** In milliseconds. */
interface Visit {
  paint: number;
  /** Of the largest text or picture. */
  largest: number;
  /** When React knows the first button. */
  listens: number;
}

async function visit(browser: Browser, url: string, when: string): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 2 });
  await page.addInitScript((first) => {
    if (first === "at once") {
      // What the page takes for being hidden: then it waits for nothing.
      document.addEventListener("readystatechange", () =>
        document.dispatchEvent(new Event("visibilitychange")),
      );
    }
    new PerformanceObserver((list) => {
      performance.mark("largest", { startTime: list.getEntries().at(-1)!.startTime });
    }).observe({ type: "largest-contentful-paint", buffered: true });
    const watch = setInterval(() => {
      const button = document.querySelector("header button");
      if (!Object.keys(button ?? {}).some((name) => name.startsWith("__reactProps$"))) return;
      performance.mark("listens");
      clearInterval(watch);
    }, 10);
  }, when);
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.waitForFunction(() => performance.getEntriesByName("listens").length > 0);
  await page.waitForLoadState("networkidle");
  const found = await page.evaluate(() => {
    const last = (name: string) =>
      performance.getEntriesByName(name).at(-1)?.startTime ?? Number.NaN;
    return {
      paint: last("first-contentful-paint"),
      largest: last("largest"),
      listens: last("listens"),
    };
  });
  await context.close();
  return found;
}

const site = await startSite({ SEED: "demo" });
const browser = await chromium.launch(playwright.use?.launchOptions);
try {
  const rows: Record<string, Record<string, number>> = {};
  for (const { name, path } of await publicScreens(site)) {
    if (!["home", "team", "jersey", "competitions"].includes(name)) continue;
    const visits: Record<string, Visit[]> = { "at once": [], "after the paint": [] };
    await visit(browser, site.url + path, "at once"); // Pictures are in their cache by then.
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const [when, all] of Object.entries(visits)) {
        all.push(await visit(browser, site.url + path, when));
      }
    }
    for (const [when, all] of Object.entries(visits)) {
      rows[`${name}, modules ${when}`] = {
        "paint, ms": Math.round(median(all.map(({ paint }) => paint))),
        "largest, ms": Math.round(median(all.map(({ largest }) => largest))),
        "listens, ms": Math.round(median(all.map(({ listens }) => listens))),
      };
    }
  }
  console.table(rows);
} finally {
  await browser.close();
  await site.stop();
}
