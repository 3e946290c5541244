/**
 * Home and a jersey's page, from the page cache and rendered for every request.
 *
 * Cached: beside a bare Node server and nginx (one worker), which send the same bytes with the same headers, compressed
 * and not. Needs nginx and wrk.
 *
 * Not cached: beside a page of the same elements without data, logic or components on the same HTTP server, which shows
 * React's own cost (docs/decisions/026-weight-of-pages.md).
 *
 *     npm run bench -- render [--rounds 5]
 */
import { chromium } from "@playwright/test";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { CHROMIUM } from "../tests/support/chromium.ts";
import { startSite } from "../tests/support/site.ts";
import { markupOf } from "./render/markup.ts";
import { startNginx } from "./render/nginx.ts";
import { inTurns, median } from "./support/figures.ts";
import { ask, rateByWrk, rateOf } from "./support/load.ts";
import { readOptions } from "./support/options.ts";
import { type Program, startProgram } from "./support/program.ts";
import { type Figure, report } from "./support/report.ts";
import { type PublicScreen, publicScreens } from "./support/screens.ts";

const ROUNDS = Number(readOptions({ rounds: "5" }).rounds);
/** Headers that every server sets by itself. */
const OWN = ["date", "connection", "keep-alive", "content-length", "x-request-id", "etag"];
process.env.PATH += `${delimiter}/usr/sbin`;

const folder = await mkdtemp(join(tmpdir(), "maillotheque-bench-"));
const site = await startSite({ SEED: "demo" });
const programs: Pick<Program, "stop">[] = [];
try {
  const screens = await publicScreens(site);
  const pages = screens.filter(({ name }) => name === "home" || name === "jersey");
  if (["nginx", "wrk"].some((program) => spawnSync(program, ["-v"]).error)) {
    console.error("cached pages are not measured: apt-get install nginx-light wrk");
    process.exitCode = 1;
  } else await measureCached(pages);
  await measureRendered(pages);
} finally {
  await Promise.all(programs.map((program) => program.stop()));
  await site.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measureCached(pages: PublicScreen[]): Promise<void> {
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
      const nginx = await startNginx(folder, headers, page.body);
      programs.push(bare, nginx);
      const servers = [site, nginx, bare];
      const rounds = await inTurns(ROUNDS, servers, ({ url }) => rateByWrk(url + path, encoding));
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

async function measureRendered(pages: PublicScreen[]): Promise<void> {
  const browser = await chromium.launch(CHROMIUM);
  const figures: Figure[] = [];
  const rows: (string | number)[][] = [];
  let requested = 0;
  for (const { name, path } of pages) {
    const markup = await markupOf(browser, (await ask(site.url + path)).body.toString());
    const file = join(folder, `${name}.json`);
    await writeFile(file, JSON.stringify(markup));
    const alone = await startProgram("render/serve-elements.ts", file);
    programs.push(alone);
    const rounds = await inTurns(ROUNDS, [site.url + path, alone.url], (url) =>
      // The query makes it a new page for the cache; the loader ignores it.
      rateOf(() => `${url}?never-cached=${(requested += 1)}`),
    );
    const rate = median(rounds.map(([ours]) => ours!));
    const ratio = median(rounds.map(([ours, elements]) => elements! / ours!));
    figures.push({ what: name, measured: ratio, most: 3, unit: "× its elements alone" });
    rows.push([name, rate.toFixed(0), ratio.toFixed(1)]);
  }
  await browser.close();
  const head = ["page", "per second", "× its elements alone (target 3)"];
  await report("render-uncached", { head, rows, figures });
}
