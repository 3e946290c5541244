/**
 * Whether the site's memory stays flat under load: pages, lists and searches of the demo catalogue, some of them requested
 * for the first time, on 16 connections. It has grown if the least memory of the last fifth of the time is more than 10 % and
 * 20 MB above that of the second fifth.
 *
 *     npm run bench -- memory [--minutes 10]
 */
import { setTimeout as sleep } from "node:timers/promises";

import { startSite } from "../tests/support/site.ts";
import { readOptions } from "./support/options.ts";
import { memoryOf } from "./support/process.ts";
import { report } from "./support/report.ts";

const MINUTES = Number(readOptions({ minutes: "10" }).minutes);
const STEPS = 60;
const site = await startSite({ SEED: "demo" });
const end = new AbortController();
const samples: number[] = [];
let [asked, answered, failures] = [0, 0, 0];
try {
  const files = await addresses("/sitemap.xml");
  const jerseys = (await Promise.all(files.map(addresses))).flat();
  const pages = ["/", "/en", "/sports", "/tendances", "/competitions", "/pt/trends", ...jerseys];
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
  for (let step = 0; step < STEPS; step += 1) {
    await sleep((MINUTES * 60_000) / STEPS);
    samples.push(await memoryOf(site.pid));
  }
  end.abort();
  await Promise.all(visitors);
} finally {
  end.abort();
  await site.stop();
}
// The memory after garbage collection; peaks depend on its timing.
const least = (from: number, to: number) => Math.min(...samples.slice(from * STEPS, to * STEPS));
const early = least(0.2, 0.4);
const most = Math.round(Math.max(early * 1.1, early + 20));
await report("memory", {
  figures: [
    { what: "least memory of the last fifth", measured: least(0.8, 1), most, unit: "MB" },
    { what: "most memory", measured: Math.max(...samples), unit: "MB" },
    { what: "answers", measured: answered, least: 1 },
    { what: "failures", measured: failures, most: 0 },
  ],
});

/** The addresses in a file of the sitemap. */
async function addresses(path: string): Promise<string[]> {
  const xml = await (await fetch(site.url + path)).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname);
}
