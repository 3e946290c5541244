import type { Browser, BrowserContextOptions } from "@playwright/test";

import { href } from "../../app/shared/address/paths.ts";
import { clientOf } from "../../e2e/support/jerseys.ts";
import { createMember, signInAs } from "../../e2e/support/members.ts";
import { exampleParams } from "../../tests/support/catalogue.ts";
import type { Site } from "../../tests/support/site.ts";
import { inTurns, median, sum } from "../support/figures.ts";
import { type Figure, report } from "../support/report.ts";
import { entriesOf, openSlowly, paintOf } from "./slow-phone.ts";

const SHIRTS = 200;
/** Without a request, everything is there. */
const QUIET_MS = 3000;
/** The paint in seconds. */
const MOST = { shift: 0.02, paint: 2, calls: 8, scripts: 45 };
type Visit = typeof MOST;
const FIGURES = Object.keys(MOST) as (keyof Visit)[];

/** What the browser keeps between visits. */
type Kept = BrowserContextOptions["storageState"];

/**
 * The pages of a member with 200 shirts on a slow phone with an empty cache: how far they jump while they load, when their
 * largest text or picture is painted, how often they ask the service, how many scripts they load. The member was there once before.
 */
export async function visitMemberPages(
  browser: Browser,
  site: Site,
  isChosen: (page: { name: string }) => boolean,
  runs: number,
): Promise<void> {
  const pages = (await memberPages(site)).filter(isChosen);
  let kept = await memberWithShirts(browser, site);
  const rows: string[][] = [];
  const figures: Figure[] = [];
  for (const { name, path } of pages) {
    const visits = await inTurns(runs, [site.url + path], async (url) => {
      const { visit, stored } = await open(browser, url, kept);
      kept = stored;
      return visit;
    });
    const found = FIGURES.map((what) => median(visits.map(([visit]) => visit![what])));
    rows.push([name, ...found.map((figure) => String(Number(figure.toFixed(3))))]);
    FIGURES.forEach((what, n) =>
      figures.push({ what: `${name}: ${what}`, measured: found[n]!, most: MOST[what] }),
    );
  }
  const most = FIGURES.map((_, n) => Math.max(...rows.map((row) => Number(row[n + 1]))));
  await report("pages-members", {
    head: ["page", "layout shift", "largest paint, s", "calls", "scripts"],
    rows,
    figures,
    summary: `At most: layout shift ${most[0]}, largest paint ${most[1]} s, ${most[2]} calls, ${most[3]} scripts.`,
  });
}

async function memberPages(site: Site): Promise<{ name: string; path: string }[]> {
  const { jersey, team } = await exampleParams(site);
  const account = (section: string) => href("accountSection", { section }, "fr");
  return [
    { name: "home", path: href("home", {}, "fr") },
    { name: "collection", path: account("collection") },
    { name: "numbers", path: account("numbers") },
    { name: "account", path: href("account", {}, "fr") },
    { name: "jersey", path: href("jersey", jersey, "fr") },
    { name: "team", path: href("team", team, "fr") },
  ];
}

/** A browser in which a member with shirts, wishes and a followed team is signed in. */
async function memberWithShirts(browser: Browser, site: Site): Promise<Kept> {
  const session = await createMember(site, "collection");
  const client = clientOf(site, session);
  // Not all of the demonstration's: sets lack something, as anyone's do.
  const { data: jerseys } = await client.from("jerseys").select("id").limit(100).throwOnError();
  const copies = Array.from({ length: SHIRTS }, (_, n) => ({
    jersey_id: jerseys[n % jerseys.length]!.id,
  }));
  await client.from("copies").insert(copies).throwOnError();
  await client
    .from("follows")
    .insert({ target_type: "team", target_id: (await exampleParams(site)).team.teamId })
    .throwOnError();
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAs(page, session);
  await page.goto(site.url);
  const kept = await context.storageState();
  await context.close();
  return kept;
}

async function open(browser: Browser, url: string, kept: Kept) {
  const { page, context } = await openSlowly(browser, { storageState: kept });
  let calls = 0;
  let last = 0;
  const moves = () => (last = Date.now());
  page.on("request", moves).on("requestfinished", moves).on("requestfailed", moves);
  let scripts = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts += 1;
    if (
      /\/(rest|auth|storage|functions)\/v1\//.test(request.url()) &&
      request.resourceType() === "fetch"
    )
      calls += 1;
  });
  await page.goto(url, { waitUntil: "domcontentloaded" });
  // Not "networkidle": between two calls the slow processor works for longer than that waits.
  while (Date.now() - last < QUIET_MS) await page.waitForTimeout(100);
  const paint = await paintOf(page);
  const shifts = (await entriesOf(page, "layout-shift")).filter((one) => !one.hadRecentInput);
  const shift = sum(shifts.map(({ value }) => value));
  const stored = await context.storageState();
  await context.close();
  return { visit: { shift, paint, calls, scripts }, stored };
}
