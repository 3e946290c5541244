/**
 * The home page and a jersey's page rendered for every request, in turns with pages of the same
 * elements without data, logic or components on the same HTTP server, which show React's own cost
 * (docs/decisions/026-weight-of-pages.md). Target: ≤ 2.5 times the elements alone.
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
const MOST = 2.5;
const LOAD = { seconds: 2, connections: 4 };

const built = spawnSync(
  process.execPath,
  [join(HERE, "../node_modules/@react-router/dev/bin.cjs"), "build", join(HERE, "elements-page")],
  { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, NODE_ENV: "production" } },
);
if (built.status !== 0) process.exit(1);

const site = await startSite({ SEED: "demo" });
const folder = await mkdtemp(join(tmpdir(), "maillotheque-bench-"));
const copies: ChildProcess[] = [];
try {
  const screens = await publicScreens(site);
  const jersey = screens.find(({ name }) => name === "jersey")!.path;
  const pages = [await copyOf("home", "/"), await copyOf("jersey", jersey)];
  let requested = 0;
  // The query makes it a new page for the cache; the loader ignores it.
  const never = (url: string) => () => `${url}?never-cached=${(requested += 1)}`;
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { page, elements, rates, ratios } of pages) {
      const rate = await rateOf(never(page), LOAD);
      const alone = await rateOf(never(elements), LOAD);
      if (round > 0) rates.push(rate);
      if (round > 0) ratios.push(alone / rate);
    }
  }
  const lines = table(
    ["page", "elements", "per second", `× its elements alone (target ${MOST})`],
    pages.map(({ name, count, rates, ratios }) => [
      name,
      count,
      median(rates).toFixed(0),
      median(ratios).toFixed(1),
    ]),
  );
  console.log(lines.join("\n"));
  await report("uncached-pages", lines);
  verdict(
    pages.map(({ name, ratios }) => ({
      what: `${name}, not cached`,
      measured: median(ratios),
      most: MOST,
      unit: "× its elements alone",
    })),
  );
} finally {
  for (const copy of copies) copy.kill();
  await site.stop();
  await rm(folder, { recursive: true, force: true });
}

/** A page, and a server with its elements alone. */
async function copyOf(name: string, path: string) {
  const page = site.url + path;
  const markup = markupOf(await (await fetch(page)).text());
  const file = join(folder, `markup-${copies.length}.json`);
  await writeFile(file, JSON.stringify(markup));
  const copy = spawn(process.execPath, [join(HERE, "support/elements-site.ts"), file], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  copies.push(copy);
  const rates: number[] = [];
  const ratios: number[] = [];
  return { name, page, elements: await addressOf(copy), count: elementsIn(markup), rates, ratios };
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(server.stdout!).once("line", resolve);
    server.once("exit", () => reject(new Error("the site of the elements did not start")));
  });
}
