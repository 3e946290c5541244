/**
 * Home and a jersey's page, from the page cache and rendered for every request.
 *
 * Cached: against a bare Node server and nginx (one worker), which send the same bytes with the same headers; in turns,
 * compressed and not. Targets: ≥ 0.7 times the bare server's rate, not compressed ≥ 0.9 times nginx's. Needs nginx and wrk.
 *
 * Not cached: against pages of the same elements without data, logic or components on the same HTTP server, which show
 * React's own cost (docs/decisions/026-weight-of-pages.md). Target: ≤ 3 times the elements alone.
 *
 *     npm run bench -- render [--rounds 5]
 */
import { chromium } from "@playwright/test";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";

import { CHROMIUM } from "../tests/support/chromium.ts";
import { startSite } from "../tests/support/site.ts";
import { markupOf } from "./render/markup.ts";
import { startNginx } from "./render/nginx.ts";
import { median } from "./support/figures.ts";
import { ask, rateByWrk, rateOf } from "./support/load.ts";
import { type Program, startProgram } from "./support/program.ts";
import { type Figure, report } from "./support/report.ts";
import { publicScreens } from "./support/screens.ts";

const { values: given } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const ROUNDS = Number(given.rounds);
/** Headers that every server sets by itself. */
const OWN = ["date", "connection", "keep-alive", "content-length", "x-request-id", "etag"];
const PLACES = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];

interface Page {
  name: string;
  path: string;
}

const folder = await mkdtemp(join(tmpdir(), "maillotheque-bench-"));
const site = await startSite({ SEED: "demo" });
const programs: Pick<Program, "stop">[] = [];
try {
  const screens = await publicScreens(site);
  const pages = screens.filter(({ name }) => name === "home" || name === "jersey");
  const places = ["nginx", "wrk"].map((program) =>
    PLACES.map((place) => join(place, program)).find((path) => existsSync(path)),
  );
  if (places[0] && places[1]) await measureCached(pages, places[0]);
  else {
    console.error("cached pages are not measured: apt-get install nginx-light wrk");
    process.exitCode = 1;
  }
  await measureRendered(pages);
} finally {
  await Promise.all(programs.map((program) => program.stop()));
  await site.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measureCached(pages: Page[], nginxPath: string): Promise<void> {
  const figures: Figure[] = [];
  const rows: (string | number)[][] = [];
  for (const { name, path } of pages) {
    for (const encoding of ["br", "identity"]) {
      const page = await ask(site.url + path, { headers: { "accept-encoding": encoding } });
      const headers = Object.fromEntries(
        Object.entries(page.headers)
          .filter(([header]) => !OWN.includes(header))
          .map(([header, value]) => [header, String(value)]),
      );
      const file = join(folder, "answer.json");
      await writeFile(file, JSON.stringify({ headers, body: page.body.toString("base64") }));
      const bare = await startProgram("render/serve-answer.ts", file);
      const nginx = await startNginx(nginxPath, headers, page.body);
      programs.push(bare, nginx);
      const servers = [site, nginx, bare];
      const rounds: number[][] = [];
      // The first round warms up: it compiles the hot code.
      for (let round = 0; round <= ROUNDS; round++) {
        const rates: number[] = [];
        for (const { url } of servers) rates.push(await rateByWrk(url + path, encoding));
        if (round > 0) rounds.push(rates);
      }
      // Each round by itself: other load on the machine affects all its parts equally.
      const toNginx = median(rounds.map(([ours, other]) => ours! / other!));
      const toBare = median(rounds.map(([ours, , other]) => ours! / other!));
      const what = `${name}, ${encoding}`;
      figures.push({ what, measured: toBare, least: 0.7, unit: "× bare Node" });
      if (encoding === "identity")
        figures.push({ what, measured: toNginx, least: 0.9, unit: "× nginx" });
      rows.push([
        ...[name, encoding, `${(page.body.length / 1000).toFixed(0)} kB`],
        ...servers.map((_, n) => Math.round(median(rounds.map((rates) => rates[n]!)))),
        ...[toNginx.toFixed(2), toBare.toFixed(2)],
      ]);
    }
  }
  const ratios = ["× nginx (target, identity: 0.9)", "× bare Node (target 0.7)"];
  const head = ["page", "encoding", "size", "ours /s", "nginx /s", "bare Node /s"];
  await report("render-cached", { head: [...head, ...ratios], rows, figures });
}

async function measureRendered(pages: Page[]): Promise<void> {
  const app = join(import.meta.dirname, "elements-page");
  const build = [join(app, "../../node_modules/@react-router/dev/bin.cjs"), "build", app];
  const env = { ...process.env, NODE_ENV: "production" };
  const { status } = spawnSync(process.execPath, build, { stdio: ["ignore", 2, 2], env });
  if (status !== 0) throw new Error("the elements' page was not built");
  const browser = await chromium.launch(CHROMIUM);
  const figures: Figure[] = [];
  const rows: (string | number)[][] = [];
  let requested = 0;
  // The query makes it a new page for the cache; the loader ignores it.
  const never = (url: string) => () => `${url}?never-cached=${(requested += 1)}`;
  for (const { name, path } of pages) {
    const markup = await markupOf(browser, (await ask(site.url + path)).body.toString());
    const file = join(folder, `${name}.json`);
    await writeFile(file, JSON.stringify(markup));
    const alone = await startProgram("render/serve-elements.ts", file);
    programs.push(alone);
    const rates: number[] = [];
    const ratios: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const rate = await rateOf(never(site.url + path));
      const elements = await rateOf(never(alone.url));
      if (round === 0) continue;
      rates.push(rate);
      ratios.push(elements / rate);
    }
    figures.push({ what: name, measured: median(ratios), most: 3, unit: "× its elements alone" });
    const [rate, ratio] = [median(rates).toFixed(0), median(ratios).toFixed(1)];
    rows.push([name, rate, ratio]);
  }
  await browser.close();
  const head = ["page", "per second", "× its elements alone (target 3)"];
  await report("render-uncached", { head, rows, figures });
}
