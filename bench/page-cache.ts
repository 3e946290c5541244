/**
 * An anonymous page from the page cache against nginx (one worker) that sends the same bytes under
 * the same headers from a file; in turns, compressed and not. Target (design §9): ≥ 0.5 times.
 */
import { startSite } from "../e2e/support/site.ts";
import { LOAD_TOOL, rate } from "./support/load.ts";
import { type Answer, startNginx } from "./support/nginx.ts";
import { publicScreens } from "./support/screens.ts";
import { report, table } from "./support/report.ts";
import { type Figure, median, verdict } from "./support/verdict.ts";
import { get } from "node:http";

const ROUNDS = 5;
const LOAD = { seconds: 2, connections: 16 };
/** What each server says of its own connections. */
const OWN = ["date", "connection", "keep-alive", "content-length", "x-request-id", "etag"];

/** As it goes over the wire: `fetch` would decompress it. */
function answerOf(url: string, encoding: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": encoding } }, (response) => {
      const chunks: Buffer[] = [];
      const headers = Object.fromEntries(
        Object.entries(response.headers)
          .filter(([name]) => !OWN.includes(name))
          .map(([name, value]) => [name, String(value)]),
      );
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ headers, body: Buffer.concat(chunks) }));
    }).on("error", reject);
  });
}

const site = await startSite({ SEED: "demo" });
try {
  const screens = await publicScreens(site);
  const figures: Figure[] = [];
  const rows: string[][] = [];
  for (const name of ["home", "jersey"]) {
    const path = screens.find((screen) => screen.name === name)?.path ?? "/";
    for (const encoding of ["br", "identity"]) {
      const answer = await answerOf(site.url + path, encoding);
      const nginx = await startNginx(answer);
      const headers = { "accept-encoding": encoding };
      const ours: number[] = [];
      const theirs: number[] = [];
      try {
        // To warm up: code that runs all the time is compiled by then.
        await rate(site.url + path, { ...LOAD, headers });
        for (let round = 0; round < ROUNDS; round++) {
          ours.push(await rate(site.url + path, { ...LOAD, headers }));
          theirs.push(await rate(nginx.url + path, { ...LOAD, headers }));
        }
      } finally {
        await nginx.stop();
      }
      const size = (answer.body.length / 1000).toFixed(0);
      console.log(
        `${name}, ${encoding} (${size} kB): ${Math.round(median(ours))}/s, nginx ${Math.round(median(theirs))}/s (${LOAD_TOOL})`,
      );
      // Each round by itself: what else the machine does weighs on both of its halves.
      const ratio = median(ours.map((rate, round) => rate / theirs[round]!));
      figures.push({ what: `${name}, ${encoding}`, measured: ratio, least: 0.5, unit: "× nginx" });
      const rates = [ours, theirs].map((of) => String(Math.round(median(of))));
      rows.push([name, encoding, `${size} kB`, ...rates, ratio.toFixed(2)]);
    }
  }
  verdict(figures);
  const head = ["page", "encoding", "size", "ours /s", "nginx /s", "× nginx (target 0.5)"];
  await report("page-cache", table(head, rows));
} finally {
  await site.stop();
}
