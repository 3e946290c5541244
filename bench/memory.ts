/**
 * Whether the site's memory stays flat under load: pages, lists and searches of the demo catalogue,
 * some of them requested for the first time, on 16 connections. The first fifth of the time warms
 * up. Fails if the least memory of the last fifth is more than 10 % and 20 MB above that of the
 * second fifth.
 *
 *     npm run bench -- memory [--minutes 10]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

import { startSite } from "../tests/support/site.ts";
import { memoryOf } from "./support/process.ts";

const { values: given } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const MINUTES = Number(given.minutes);
const CONNECTIONS = 16;
const site = await startSite({ SEED: "demo" });
let answered = 0;
let failures = 0;
const end = new AbortController();
try {
  const locations = async (path: string) => {
    const xml = await (await fetch(site.url + path)).text();
    return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname);
  };
  const parts = await locations("/sitemap.xml");
  const jerseys = (await Promise.all(parts.map(locations))).flat();
  const pages = [
    "/",
    "/en",
    "/sports",
    "/tendances",
    "/competitions",
    "/sport/soccer",
    "/es",
    "/pt/trends",
  ];
  const ask = async (number: number): Promise<void> => {
    const page =
      number % 4 === 0
        ? `/recherche?q=maillot+${number}`
        : [...jerseys, ...pages][(number * 7919) % (jerseys.length + pages.length)]!;
    const response = await fetch(site.url + page);
    await response.arrayBuffer();
    if (response.ok) answered += 1;
    // 503 is the expected refusal under overload, not a failure.
    if (response.status >= 500 && response.status !== 503) failures += 1;
  };
  let number = 0;
  const askers = Array.from({ length: CONNECTIONS }, async () => {
    while (!end.signal.aborted) await ask((number += 1)).catch(() => (failures += 1));
  });
  const samples: number[] = [];
  const steps = 60;
  for (let step = 0; step < steps; step += 1) {
    await sleep((MINUTES * 60_000) / steps);
    samples.push(await memoryOf(site.pid));
    if (step % 6 === 5) {
      console.log(
        `${(((step + 1) * MINUTES) / steps).toFixed(1)} min: ${Math.round(samples.at(-1)!)} MB, ${answered} answers`,
      );
    }
  }
  end.abort();
  await Promise.all(askers);
  // The memory after garbage collection; peaks depend on its timing.
  const least = (from: number, to: number) => Math.min(...samples.slice(from * steps, to * steps));
  const early = least(0.2, 0.4);
  const late = least(0.8, 1);
  const flat = late < Math.max(early * 1.1, early + 20) && failures === 0 && answered > 0;
  console.log(
    `${Math.round(early)} MB → ${Math.round(late)} MB, ${answered} answers, ${failures} failures: ${flat ? "flat" : "NOT FLAT"}`,
  );
  process.exitCode = flat ? 0 : 1;
} finally {
  end.abort();
  await site.stop();
}
