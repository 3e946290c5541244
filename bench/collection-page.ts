/**
 * The collection of a member with 5,000 copies in a real Chromium, on a desktop and on a phone with a
 * processor four times slower: when its first shirt is there, and the longest task while it loads, while
 * it is scrolled, and while it is filtered.
 *
 *     npm run bench -- collection-page [--copies 5000]
 */
import { type Browser, chromium } from "@playwright/test";
import { parseArgs } from "node:util";

import { CHROMIUM } from "../tests/support/chromium.ts";
import { runSql } from "../e2e/support/database.ts";
import { createMember, signInAs } from "../e2e/support/members.ts";
import { type Site, startSite } from "../tests/support/site.ts";
import { type Figure, verdict } from "./support/targets.ts";

const { values } = parseArgs({ options: { copies: { type: "string", default: "5000" } } });
const DEVICES = [
  { name: "desktop", viewport: { width: 1440, height: 900 }, slowdown: 1 },
  { name: "slow phone", viewport: { width: 360, height: 780 }, slowdown: 4 },
];
const MOST_FIRST_MS = 3000;
/** Of a task, times the slowdown. */
const MOST_TASK_MS = 100;

/** Gives a member as many copies as asked for, of all jerseys in turn. */
async function collect(site: Site, ownerId: string): Promise<void> {
  await runSql(
    site,
    `insert into copies (owner_id, jersey_id, size, version, condition, price, currency, bought_on, notes)
     select $1, jersey.id, 'M', 'replica', 'good', n % 200 + 0.5, 'EUR', (2000 + n % 25)::text, 'Note ' || n
     from generate_series(1, $2::integer) n
     join (select id, row_number() over () - 1 as row, count(*) over () as all from jerseys where status = 'approved')
       jersey on jersey.row = n % jersey.all`,
    [ownerId, Number(values.copies)],
  );
}

async function measure(
  browser: Browser,
  site: Site,
  session: Awaited<ReturnType<typeof createMember>>,
  { name, viewport, slowdown }: (typeof DEVICES)[number],
): Promise<Figure[]> {
  const context = await browser.newContext({ viewport, baseURL: site.url, locale: "fr-FR" });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await signInAs(page, session);
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { takeLongest: () => Math.max(0, ...tasks.splice(0)) });
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: "longtask", buffered: true });
  });
  const longest = () =>
    page.evaluate(() => (globalThis as unknown as { takeLongest(): number }).takeLongest());

  await page.goto("/account/collection");
  await page.locator("main article").first().waitFor();
  const first = await page.evaluate(() => performance.now());
  await page.waitForLoadState("networkidle");
  const loading = await longest();
  for (let turn = 0; turn < 20; turn++) {
    await page.mouse.wheel(0, 800);
    await page.waitForTimeout(50);
  }
  const scrolling = await longest();
  await page.getByRole("searchbox").first().fill("note 49");
  await page.waitForTimeout(1500);
  const filtering = await longest();
  await context.close();
  return [
    { what: `${name}: first shirt`, measured: first, most: MOST_FIRST_MS, unit: "ms" },
    {
      what: `${name}: longest task, loading`,
      measured: loading,
      most: MOST_TASK_MS * slowdown,
      unit: "ms",
    },
    {
      what: `${name}: longest task, scrolling`,
      measured: scrolling,
      most: MOST_TASK_MS * slowdown,
      unit: "ms",
    },
    {
      what: `${name}: longest task, filtering`,
      measured: filtering,
      most: MOST_TASK_MS * slowdown,
      unit: "ms",
    },
  ];
}

const site = await startSite({ SEED: "demo" });
const browser = await chromium.launch(CHROMIUM);
try {
  const member = await createMember(site, "collector");
  await collect(site, member.user.id);
  const figures: Figure[] = [];
  for (const device of DEVICES) figures.push(...(await measure(browser, site, member, device)));
  verdict(figures);
} finally {
  await browser.close();
  await site.stop();
}
