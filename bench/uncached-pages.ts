/**
 * The home page and a jersey's page rendered for every request, in turns with two other pages: an
 * empty React Router page on the same HTTP server, and a page of the home page's elements without
 * data, logic or components, which shows React's own cost
 * (docs/decisions/026-uncached-home-page.md). Targets: ≤ 5 times the empty page; the home page ≤ 2
 * times its elements alone (our own target).
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { startSite } from "../tests/support/site.ts";
import { elementsIn, markupOf } from "./support/elements.ts";
import { rateOf } from "./support/load.ts";
import { publicScreens } from "./support/screens.ts";
import { median, verdict } from "./support/targets.ts";

const HERE = import.meta.dirname;
const ROUNDS = 7;
const LOAD = { seconds: 2, connections: 4 };

const built = spawnSync(
  process.execPath,
  [join(HERE, "../node_modules/@react-router/dev/bin.cjs"), "build", join(HERE, "empty-page")],
  { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, NODE_ENV: "production" } },
);
if (built.status !== 0) process.exit(1);

const site = await startSite({ SEED: "demo" });
const folder = await mkdtemp(join(tmpdir(), "maillotheque-bench-"));
let empty: ChildProcess | undefined;
try {
  const markup = markupOf(await (await fetch(site.url)).text());
  const file = join(folder, "markup.json");
  await writeFile(file, JSON.stringify(markup));
  empty = spawn(process.execPath, [join(HERE, "support/empty-site.ts"), file], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const emptyUrl = await addressOf(empty);
  let asked = 0;
  // The query makes it a new page for the cache; the loader ignores it.
  const never = (url: string) => () => `${url}?never-cached=${(asked += 1)}`;
  const screens = await publicScreens(site);
  const jersey = screens.find(({ name }) => name === "jersey")!.path;
  const pages = [`${site.url}/`, `${emptyUrl}/`, `${emptyUrl}/same-markup`, `${site.url}${jersey}`];
  const rates: number[][] = pages.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [n, page] of pages.entries()) {
      const measured = await rateOf(never(page), LOAD);
      if (round > 0) rates[n]!.push(measured); // the first round warms up
    }
  }
  const [home = [], nothing = [], same = [], one = []] = rates;
  console.log(
    `home ${median(home).toFixed(0)}/s, jersey ${median(one).toFixed(0)}/s, empty page ${median(nothing).toFixed(0)}/s, ` +
      `its ${elementsIn(markup)} elements alone ${median(same).toFixed(0)}/s`,
  );
  const times = (of: number[], page = home) => median(of.map((rate, round) => rate / page[round]!));
  const floor = median(nothing.map((rate, round) => rate / same[round]!));
  console.log(`its elements alone take ${floor.toFixed(1)} × an empty page`);
  verdict([
    { what: "home, not cached", measured: times(same), most: 2, unit: "× its elements alone" },
    { what: "home, not cached", measured: times(nothing), most: 5, unit: "× an empty page" },
    { what: "jersey, not cached", measured: times(nothing, one), most: 5, unit: "× an empty page" },
  ]);
} finally {
  empty?.kill();
  await site.stop();
  await rm(folder, { recursive: true, force: true });
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(server.stdout!).once("line", resolve);
    server.once("exit", () => reject(new Error("the empty site did not start")));
  });
}
