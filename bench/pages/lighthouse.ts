import type { Browser } from "@playwright/test";
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { CHROMIUM } from "../../tests/support/chromium.ts";
import { median } from "../support/figures.ts";
import { resolveBenchPackage } from "../support/program.ts";
import { type Figure, report } from "../support/report.ts";
import type { PublicScreen } from "../support/screens.ts";

/** The last report of each screen; https://googlechrome.github.io/lighthouse/viewer/ shows it. */
const REPORTS = join(import.meta.dirname, "../../.cache/lighthouse");
interface Audited {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

/** Lighthouse with its phone profile: the median of a screen's runs. Performance needs a quiet machine. */
export async function auditScreens(
  browser: Browser,
  site: string,
  screens: PublicScreen[],
  runs: number,
): Promise<void> {
  await mkdir(REPORTS, { recursive: true });
  await warm(browser, site, screens);
  const rows: (string | number)[][] = [];
  const figures: Figure[] = [];
  for (const { name, path, failing } of screens) {
    const found: Audited[] = [];
    for (let run = 0; run < runs; run++) {
      // Sometimes the browser's recording lacks its beginning, and Lighthouse wants another run.
      found.push(await audit(site + path, name).catch(() => audit(site + path, name)));
    }
    const valueOf = (id: string) =>
      median(found.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
    const performance = median(
      found.map(({ categories }) => 100 * (categories.performance?.score ?? 0)),
    );
    const shift = valueOf("cumulative-layout-shift");
    const blocking = valueOf("total-blocking-time");
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

async function audit(url: string, name: string): Promise<Audited> {
  const { executablePath, args } = CHROMIUM;
  const flags = [
    ...[url, "--quiet", "--output=json"],
    // The page for unknown addresses is audited too.
    ...["--ignore-status-code", `--chrome-flags=--headless=new ${args.join(" ")}`],
  ];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolveBenchPackage("lighthouse/cli/index.js"), ...flags],
    { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 1 << 27 },
  );
  await writeFile(join(REPORTS, `${name}.json`), stdout);
  return JSON.parse(stdout) as Audited;
}

/** Failed audits of a category, without those that must fail on a page hidden from search engines. */
function failed(found: Audited, category: string, failing: string[] = []): string[] {
  return (found.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && !failing.includes(id))
    .map(({ id }) => id)
    .filter((id) => (found.audits[id]?.score ?? 1) < 1);
}
