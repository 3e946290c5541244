/**
 * The home page and a jersey's page rendered for every request, in turns with other pages: an empty
 * React Router page on the same HTTP server, and pages of the same elements without data, logic or
 * components, which show React's own cost (docs/decisions/026-weight-of-pages.md). Targets: ≤ 5
 * times the empty page; ≤ 2 times the elements alone (our own target).
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { startSite } from "../tests/support/site.ts";
import { elementsIn, markupOf } from "./support/elements.ts";
import { rateOf } from "./support/load.ts";
import { report, table } from "./support/report.ts";
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
const copies: ChildProcess[] = [];
try {
  const screens = await publicScreens(site);
  const jersey = screens.find(({ name }) => name === "jersey")!.path;
  const [home, one] = [await copyOf(`${site.url}/`), await copyOf(site.url + jersey)];
  let requested = 0;
  // The query makes it a new page for the cache; the loader ignores it.
  const never = (url: string) => () => `${url}?never-cached=${(requested += 1)}`;
  const pages = [home.page, home.elements, one.page, one.elements, home.empty];
  const rates: number[][] = pages.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [n, page] of pages.entries()) {
      const measured = await rateOf(never(page), LOAD);
      if (round > 0) rates[n]!.push(measured); // the first round warms up
    }
  }
  const [homes = [], homeElements = [], jerseys = [], jerseyElements = [], empty = []] = rates;
  const times = (slow: number[], fast: number[]) =>
    median(fast.map((rate, round) => rate / slow[round]!));
  const lines = table(
    ["page", "elements", "per second", "× an empty page", "its elements alone", "× its elements"],
    [
      ["empty", 0, median(empty).toFixed(0), "1", "", ""],
      ...(
        [
          ["home", home.count, homes, homeElements],
          ["jersey", one.count, jerseys, jerseyElements],
        ] as const
      ).map(([name, count, page, elements]) => [
        name,
        count,
        median(page).toFixed(0),
        times(page, empty).toFixed(1),
        `${times(elements, empty).toFixed(1)} × empty`,
        times(page, elements).toFixed(1),
      ]),
    ],
  );
  console.log(lines.join("\n"));
  await report("uncached-pages", lines);
  const limits = { most: 2, unit: "× its elements alone" };
  verdict([
    { what: "home, not cached", measured: times(homes, homeElements), ...limits },
    { what: "jersey, not cached", measured: times(jerseys, jerseyElements), ...limits },
    { what: "home, not cached", measured: times(homes, empty), most: 5, unit: "× an empty page" },
    {
      what: "jersey, not cached",
      measured: times(jerseys, empty),
      most: 5,
      unit: "× an empty page",
    },
  ]);
} finally {
  for (const copy of copies) copy.kill();
  await site.stop();
  await rm(folder, { recursive: true, force: true });
}

/** A page, and a server with an empty page and one of its elements alone. */
async function copyOf(page: string) {
  const markup = markupOf(await (await fetch(page)).text());
  const file = join(folder, `markup-${copies.length}.json`);
  await writeFile(file, JSON.stringify(markup));
  const copy = spawn(process.execPath, [join(HERE, "support/empty-site.ts"), file], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  copies.push(copy);
  const url = await addressOf(copy);
  return { page, empty: `${url}/`, elements: `${url}/same-markup`, count: elementsIn(markup) };
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(server.stdout!).once("line", resolve);
    server.once("exit", () => reject(new Error("the empty site did not start")));
  });
}
