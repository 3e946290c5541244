import type { Browser } from "@playwright/test";
import { execFile } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { CHROMIUM } from "../../tests/support/chromium.ts";
import { median } from "../support/figures.ts";
import { resolveBenchPackage } from "../support/program.ts";
import { type Figure, report } from "../support/report.ts";
import type { PublicScreen } from "../support/screens.ts";

/** The last report of each screen; https://googlechrome.github.io/lighthouse/viewer/ shows it. */
const REPORTS = join(import.meta.dirname, "../../.cache/lighthouse");
/** Lighthouse's scoring curve for the total blocking time of a phone. */
const BLOCKING = { p10: 200, median: 600, weight: 0.3 };
/** The slowdown of Lighthouse's phone, and the milliseconds of a task that doesn't block. */
const [SLOWDOWN, BLOCKING_MS] = [4, 50];

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Microseconds of processor time; `dur` is wall-clock time. */
  tdur?: number;
  args: { name?: string };
}

interface Audited {
  /** Total blocking time, in milliseconds of processor time. */
  blocking: number;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

/**
 * Lighthouse with its phone profile. Performance depends on the machine's load: each screen counts with the median of
 * its runs, and blocking time is measured as processor time, which is the same on an idle machine.
 */
export async function auditScreens(
  browser: Browser,
  site: string,
  screens: PublicScreen[],
  runs: number,
): Promise<void> {
  const { getLogNormalScore } = await import(
    resolveBenchPackage("lighthouse/shared/statistics.js")
  );
  /** The score as if the page's tasks had not waited for a processor. */
  const performanceOf = ({ categories, audits, blocking }: Audited) => {
    const waited = audits["total-blocking-time"]?.numericValue ?? Number.NaN;
    const gained = getLogNormalScore(BLOCKING, blocking) - getLogNormalScore(BLOCKING, waited);
    return 100 * ((categories.performance?.score ?? 0) + BLOCKING.weight * gained);
  };
  await mkdir(REPORTS, { recursive: true });
  await warm(browser, site, screens);
  const rows: (string | number)[][] = [];
  const figures: Figure[] = [];
  for (const { name, path, failing } of screens) {
    const found: Audited[] = [];
    for (let run = 0; run < runs; run++) {
      const folder = join(REPORTS, name);
      // Sometimes the browser's recording lacks its beginning, and Lighthouse wants another run.
      found.push(await audit(site + path, folder).catch(() => audit(site + path, folder)));
    }
    const performance = median(found.map(performanceOf));
    const shift = median(
      found.map(({ audits }) => audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN),
    );
    const blocking = median(found.map((one) => one.blocking));
    const lacks = ["accessibility", "best-practices", "seo"].flatMap((category) =>
      failed(found.at(-1)!, category, failing),
    );
    const times = [shift.toFixed(3), Math.round(blocking)];
    rows.push([name, Math.round(performance), ...times, lacks.join(", ")]);
    console.log(...rows.at(-1)!);
    figures.push(
      { what: `${name}: performance`, measured: performance, least: 93 },
      { what: `${name}: layout shift`, measured: shift, most: 0 },
      // Accessibility, best practices and SEO are 100 if none has failed.
      { what: `${name}: failed audits`, measured: lacks.length, most: 0 },
    );
  }
  const head = ["screen", "performance", "layout shift", "blocking ms", "failed"];
  const least = Math.min(...rows.map(([, score]) => Number(score)));
  const summary = `Performance at least ${least}.`;
  await report("pages-lighthouse", { head, rows, figures, summary });
}

/** Visits every screen once, so that pages and resized images are cached. */
async function warm(browser: Browser, site: string, screens: PublicScreen[]): Promise<void> {
  const viewport = { width: 412, height: 823 };
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1.75, isMobile: true });
  for (const { path } of screens) await page.goto(site + path, { waitUntil: "networkidle" });
  await page.close();
}

async function audit(url: string, folder: string): Promise<Audited> {
  const { executablePath, args } = CHROMIUM;
  const flags = [
    ...[url, "--quiet", "--output=json", `-GA=${folder}`],
    // The page for unknown addresses is audited too.
    ...["--ignore-status-code", `--chrome-flags=--headless=new ${args.join(" ")}`],
  ];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolveBenchPackage("lighthouse/cli/index.js"), ...flags],
    { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 1 << 27 },
  );
  const { traceEvents } = JSON.parse(await readFile(join(folder, "trace.json"), "utf8"));
  return { ...JSON.parse(stdout), blocking: blockingTime(traceEvents) };
}

/** Failed audits of a category, without those that must fail on a page hidden from search engines. */
function failed(found: Audited, category: string, failing: string[] = []): string[] {
  return (found.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && !failing.includes(id))
    .map(({ id }) => id)
    .filter((id) => (found.audits[id]?.score ?? 1) < 1);
}

/**
 * Total blocking time as Lighthouse defines it, but in processor time: how long the page's own
 * tasks work after the first paint, without the time they wait for a busy processor.
 */
function blockingTime(trace: TraceEvent[]): number {
  const painted = trace.find(({ name }) => name === "firstContentfulPaint");
  const main = trace.find(
    ({ name, pid, args }) =>
      name === "thread_name" && pid === painted?.pid && args.name === "CrRendererMain",
  );
  if (!painted || !main) throw new Error("nothing was painted");
  return trace
    .filter(({ name, ph, ts }) => name === "RunTask" && ph === "X" && ts >= painted.ts)
    .filter(({ pid, tid }) => pid === main.pid && tid === main.tid)
    .map(({ tdur = 0 }) => (tdur / 1000) * SLOWDOWN - BLOCKING_MS)
    .reduce((sum, excess) => sum + Math.max(0, excess), 0);
}
