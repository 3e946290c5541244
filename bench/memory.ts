/**
 * Whether the site's memory stays flat: under load (pages, lists and searches of the demo catalogue, some of them requested
 * for the first time, on 16 connections), and while the sitemap of a million jerseys is streamed, four files at a time as
 * search engines do. Fails if the least memory of the last fifth is more than 10 % and 20 MB above that of the second fifth.
 *
 *     npm run bench -- memory [--minutes 10] [--jerseys 1000000]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";

import { type Site, startSite } from "../tests/support/site.ts";
import { startBenchServer } from "./scale/database.ts";
import { memoryOf } from "./support/process.ts";
import { type Figure, report } from "./support/report.ts";

const { values: given } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    jerseys: { type: "string", default: "1000000" },
  },
});
const STEPS = 60;
const FIXED = ["/", "/en", "/sports", "/tendances", "/competitions", "/sport/soccer", "/pt/trends"];

const figures: Figure[] = [];
const demo = await startSite({ SEED: "demo" });
try {
  await measureLoad(demo);
} finally {
  await demo.stop();
}
const database = await startBenchServer();
try {
  const url = await database.sized(Number(given.jerseys));
  const site = await startSite({ DATABASE_URL: url, SEED: "none" });
  await measureSitemap(site, url).finally(() => site.stop());
} finally {
  await database.stop();
}
await report("memory", { figures });

async function measureLoad(site: Site): Promise<void> {
  const files = await addresses(site, "/sitemap.xml");
  const pages = [...FIXED];
  for (const file of files) pages.push(...(await addresses(site, file)));
  const end = new AbortController();
  let [asked, answered, failures] = [0, 0, 0];
  const visitor = async () => {
    while (!end.signal.aborted) {
      asked += 1;
      const search = `/recherche?q=maillot+${asked}`;
      const path = asked % 4 === 0 ? search : pages[(asked * 7919) % pages.length];
      const answer = await fetch(site.url + path).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => {});
      if (answer?.ok) answered += 1;
      // 503 is the expected refusal under overload, not a failure.
      else if (!answer || (answer.status >= 500 && answer.status !== 503)) failures += 1;
    }
  };
  const visitors = Array.from({ length: 16 }, visitor);
  const samples: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    await sleep((Number(given.minutes) * 60_000) / STEPS);
    samples.push(await memoryOf(site.pid));
  }
  end.abort();
  await Promise.all(visitors);
  judge("load", samples);
  figures.push(
    { what: "load: answers", measured: answered, least: 1 },
    { what: "load: failures", measured: failures, most: 0 },
  );
}

async function measureSitemap(site: Site, url: string): Promise<void> {
  const left = await addresses(site, "/sitemap.xml");
  const began = performance.now();
  const samples: number[] = [];
  let entries = 0;
  const reader = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      entries += (await addresses(site, file)).length;
      samples.push(await memoryOf(site.pid));
    }
  };
  await Promise.all(Array.from({ length: 4 }, reader));
  const seconds = (performance.now() - began) / 1000;
  judge("sitemap", samples);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const shown = "select count(*)::integer from jerseys where status = 'approved' and is_active";
  const least: number = (await client.query(shown)).rows[0].count;
  await client.end();
  figures.push(
    { what: "sitemap: entries", measured: entries, least },
    { what: "sitemap: read within", measured: seconds, unit: "s" },
  );
}

/** The addresses in a file of the sitemap. */
async function addresses(site: Site, path: string): Promise<string[]> {
  const xml = await (await fetch(site.url + path)).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname);
}

/** The memory after garbage collection; peaks depend on its timing. */
function judge(what: string, samples: number[]): void {
  const least = (from: number, to: number) =>
    Math.min(...samples.slice(from * samples.length, to * samples.length));
  const [early, late] = [least(0.2, 0.4), least(0.8, 1)];
  const most = Math.max(early * 1.1, early + 20);
  figures.push(
    { what: `${what}: memory`, measured: late, most: Math.round(most), unit: "MB" },
    { what: `${what}: most memory`, measured: Math.max(...samples), unit: "MB" },
  );
}
