/**
 * Runs Lighthouse with its phone profile on every public screen. Targets: performance ≥ 93;
 * accessibility, best practices and SEO 100; CLS 0. Performance scores depend on the machine's
 * load. Therefore each screen counts with the median of its runs, and blocking time is measured as
 * processor time, which is the same on an idle machine. The last report of each screen is stored in
 * `.cache/lighthouse`; open it in https://googlechrome.github.io/lighthouse/viewer/.
 *
 *     npm run bench -- lighthouse [--runs 3] [--only team,about] [--lang en]
 */
import { chromium } from "@playwright/test";
import { execFile } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";

import { isLanguage } from "../app/shared/i18n/languages.ts";
import { startSite } from "../tests/support/site.ts";
import { CHROMIUM } from "../tests/support/chromium.ts";
import { resolveBenchPackage } from "./support/resolve-bench-package.ts";
import { blockingTime } from "./support/blocking-time.ts";
import { type PublicScreen, publicScreens } from "./support/screens.ts";
import { type Figure, median, verdict } from "./support/targets.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    only: { type: "string" },
    lang: { type: "string", default: "fr" },
  },
});
const { runs, only, lang } = values;
if (!isLanguage(lang)) throw new Error(`the site is not in ${lang}`);
const { executablePath, args } = CHROMIUM;

const REPORTS = join(import.meta.dirname, "../.cache/lighthouse");

/** Lighthouse's scoring curve for the total blocking time of a phone. */
const BLOCKING = { p10: 200, median: 600, weight: 0.3 };
const { getLogNormalScore } = await import(resolveBenchPackage("lighthouse/shared/statistics.js"));

interface Report {
  /** Total blocking time, in milliseconds of processor time. */
  blocking: number;
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; scoreDisplayMode: string }>;
}

async function audit(url: string, folder: string): Promise<Report> {
  const flags = [
    url,
    "--quiet",
    "--output=json",
    `-GA=${folder}`,
    // The page for unknown addresses is audited too.
    "--ignore-status-code",
    `--chrome-flags=--headless=new ${args.join(" ")}`,
  ];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolveBenchPackage("lighthouse/cli/index.js"), ...flags],
    { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 1 << 27 },
  );
  const report = JSON.parse(stdout) as Report;
  const { traceEvents } = JSON.parse(await readFile(join(folder, "trace.json"), "utf8"));
  return { ...report, blocking: blockingTime(traceEvents) };
}

/**
 * Runs one audit. Sometimes the browser's recording lacks its beginning, and Lighthouse requests
 * another run.
 */
async function auditOf(url: string, folder: string): Promise<Report> {
  return audit(url, folder).catch(() => audit(url, folder));
}

/** The performance score as if the page's tasks had not waited for a processor. */
function performanceOf({ categories, audits, blocking }: Report): number {
  const waited = audits["total-blocking-time"]?.numericValue ?? Number.NaN;
  const gained = getLogNormalScore(BLOCKING, blocking) - getLogNormalScore(BLOCKING, waited);
  return 100 * ((categories.performance?.score ?? 0) + BLOCKING.weight * gained);
}

/**
 * Visits every screen once with the same phone profile, so that pages and resized images are
 * cached.
 */
async function warm(site: string, screens: PublicScreen[]): Promise<void> {
  const browser = await chromium.launch(CHROMIUM);
  const viewport = { width: 412, height: 823 };
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1.75, isMobile: true });
  for (const { path } of screens) await page.goto(site + path, { waitUntil: "networkidle" });
  await browser.close();
}

/**
 * Failed audits of a category, without those that must fail on a page hidden from search engines.
 */
function failed(report: Report, category: string, hidden: PublicScreen["hidden"]): string[] {
  return (report.categories[category]?.auditRefs ?? [])
    .map(({ id }) => id)
    .filter((id) => {
      const { score, scoreDisplayMode } = report.audits[id] ?? { score: null };
      const counts = scoreDisplayMode === "binary" || scoreDisplayMode === "numeric";
      return counts && score !== null && score < 1 && !hidden?.fails.includes(id);
    });
}

const site = await startSite({ SEED: "demo" });
try {
  const screens = (await publicScreens(site, lang)).filter(
    ({ name }) => !only || only.split(",").includes(name),
  );
  await mkdir(REPORTS, { recursive: true });
  await warm(site.url, screens);
  const rows: Record<string, Record<string, string | number>> = {};
  const figures: Figure[] = [];
  for (const { name, path, hidden } of screens) {
    const reports: Report[] = [];
    for (let run = 0; run < Number(runs); run++) {
      reports.push(await auditOf(site.url + path, join(REPORTS, `${name}.${lang}`)));
    }
    const score = (category: string) =>
      median(reports.map(({ categories }) => 100 * (categories[category]?.score ?? 0)));
    const metric = (id: string) =>
      median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
    const performance = median(reports.map(performanceOf));
    const last = reports.at(-1)!;
    const lacks = ["accessibility", "best-practices", "seo"].flatMap((category) =>
      failed(last, category, hidden),
    );
    rows[name] = {
      performance: Math.round(performance),
      "with waiting": score("performance"),
      accessibility: score("accessibility"),
      "best practices": score("best-practices"),
      SEO: score("seo"),
      CLS: metric("cumulative-layout-shift").toFixed(3),
      "FCP ms": Math.round(metric("first-contentful-paint")),
      "LCP ms": Math.round(metric("largest-contentful-paint")),
      "TBT ms": Math.round(median(reports.map(({ blocking }) => blocking))),
      "with waiting, ms": Math.round(metric("total-blocking-time")),
      note: [hidden && `hidden: ${hidden.why}`, ...lacks].filter(Boolean).join("; "),
    };
    console.log(name, JSON.stringify(rows[name]));
    figures.push(
      { what: `${name}: performance`, measured: performance, least: 93 },
      { what: `${name}: CLS`, measured: metric("cumulative-layout-shift"), most: 0 },
      { what: `${name}: accessibility`, measured: score("accessibility"), least: 100 },
      {
        what: `${name}: best practices`,
        measured: failed(last, "best-practices", hidden).length,
        most: 0,
        unit: "failed",
      },
      {
        what: `${name}: SEO`,
        measured: failed(last, "seo", hidden).length,
        most: 0,
        unit: "failed",
      },
    );
  }
  console.table(rows);
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors`);
  verdict(figures);
} finally {
  await site.stop();
}
