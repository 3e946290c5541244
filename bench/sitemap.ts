/**
 * Whether the sitemap of a million jerseys is streamed: fetches all its files, four at a time, as
 * search engines do. Fails if the server's least memory during the last quarter of the files is
 * more than 10 % and 20 MB above that during the second quarter, or if a jersey is missing.
 *
 *     npm run bench -- sitemap [--jerseys 1000000]
 */
import { parseArgs } from "node:util";
import pg from "pg";

import { startSite } from "../tests/support/site.ts";
import { startBenchServer } from "./scale/database.ts";
import { memoryOf } from "./support/process.ts";

const { values: given } = parseArgs({
  options: { jerseys: { type: "string", default: "1000000" } },
});
const AT_A_TIME = 4;
const MB = 1024 * 1024;

/** Reads a file in pieces as it arrives. @returns its numbers of bytes and entries */
async function read(url: string): Promise<{ bytes: number; entries: number }> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
  let [bytes, entries, rest] = [0, 0, ""];
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    bytes += piece.length;
    const text = rest + piece;
    const parts = text.split("<loc>");
    entries += parts.length - 1;
    // A tag may be split between two pieces.
    rest = parts.at(-1)!.slice(-"<loc".length);
  }
  return { bytes, entries };
}

const database = await startBenchServer();
const url = await database.sized(Number(given.jerseys));
const site = await startSite({ DATABASE_URL: url, SEED: "none" });
try {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: string }>(
    "select count(*) from public.jerseys where status = 'approved' and is_active",
  );
  await client.end();
  const shown = Number(rows[0]?.count);

  const index = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, file]) => file!);
  const began = performance.now();
  const total = { bytes: 0, entries: 0 };
  const samples: number[] = [];
  const left = [...files];
  const reader = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      const { bytes, entries } = await read(file);
      total.bytes += bytes;
      total.entries += entries;
      samples.push(await memoryOf(site.pid));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, reader));
  const seconds = (performance.now() - began) / 1000;

  // The memory after garbage collection; peaks depend on its timing.
  const quarter = (number: number) =>
    Math.min(...samples.slice((number * samples.length) / 4, ((number + 1) * samples.length) / 4));
  const [early, late] = [quarter(1), quarter(3)];
  console.log(
    `${files.length} files, ${total.entries} entries for ${shown} jerseys, ${Math.round(total.bytes / MB)} MB in ${seconds.toFixed(0)} s; memory ${Math.round(early)} → ${Math.round(late)} MB, at most ${Math.round(Math.max(...samples))}`,
  );
  const flat = late < Math.max(early * 1.1, early + 20);
  if (!flat) console.log("NOT FLAT");
  if (total.entries < shown) console.log("INCOMPLETE");
  process.exitCode = flat && total.entries >= shown ? 0 : 1;
} finally {
  await site.stop();
  await database.stop();
}
