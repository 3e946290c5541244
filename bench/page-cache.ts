/**
 * An anonymous page from the page cache against nginx (one worker) that sends the same bytes with
 * the same headers from a file; in turns, compressed and not. Target: ≥ 0.5 times nginx's rate. A
 * bare Node server shows Node's share of the cost.
 */
import { startSite } from "../tests/support/site.ts";
import { LOAD_TOOL, rate } from "./support/load.ts";
import { startBareNode } from "./support/bare-node.ts";
import { type Answer, startNginx } from "./support/nginx.ts";
import { processorTimeOf } from "./support/process.ts";
import { publicScreens } from "./support/screens.ts";
import { report, table } from "./support/report.ts";
import { type Figure, median, verdict } from "./support/targets.ts";
import { get } from "node:http";

const ROUNDS = 5;
const LOAD = { seconds: 2, connections: 16 };
/** Headers that every server sets by itself. */
const OWN = ["date", "connection", "keep-alive", "content-length", "x-request-id", "etag"];

/** The raw bytes of an answer: `fetch` would decompress them. */
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

interface Shot {
  perSecond: number;
  /** Milliseconds of processor time per answer. */
  busy: number;
}

const site = await startSite({ SEED: "demo" });
try {
  const screens = await publicScreens(site);
  const figures: Figure[] = [];
  const rows: (string | number)[][] = [];
  for (const name of ["home", "jersey"]) {
    const path = screens.find((screen) => screen.name === name)?.path ?? "/";
    for (const encoding of ["br", "identity"]) {
      const answer = await answerOf(site.url + path, encoding);
      const nginx = await startNginx(answer);
      const bare = await startBareNode(answer);
      const servers = [site, nginx, bare];
      const load = { ...LOAD, headers: { "accept-encoding": encoding } };
      const rounds: Shot[][] = [];
      try {
        // The first round warms up: it compiles the hot code.
        for (let round = 0; round <= ROUNDS; round++) {
          const shots: Shot[] = [];
          for (const { url, pid } of servers) {
            const before = await processorTimeOf(pid);
            const perSecond = await rate(url + path, load);
            const busy = (await processorTimeOf(pid)) - before;
            shots.push({ perSecond, busy: busy / (perSecond * LOAD.seconds) });
          }
          if (round > 0) rounds.push(shots);
        }
      } finally {
        await Promise.all([nginx.stop(), bare.stop()]);
      }
      const size = `${(answer.body.length / 1000).toFixed(0)} kB`;
      const of = (server: number, value: (shot: Shot) => number) =>
        median(rounds.map((shots) => value(shots[server]!)));
      const rates = servers.map((_, server) => Math.round(of(server, (shot) => shot.perSecond)));
      const busy = servers.map((_, server) => of(server, (shot) => shot.busy) * 1000);
      // Each round by itself: other load on the machine affects all its parts equally.
      const ratio = median(rounds.map(([ours, nginx]) => ours!.perSecond / nginx!.perSecond));
      const times = busy.map((time) => time.toFixed(1));
      console.log(
        `${name}, ${encoding} (${size}): ${rates.join(", ")} /s (${LOAD_TOOL}: ours, nginx, bare), ${times.join(", ")} µs`,
      );
      const what = `${name}, ${encoding}`;
      figures.push(
        { what, measured: ratio, least: 0.5, unit: "× nginx" },
        { what, measured: busy[1]! / busy[0]!, least: 0.5, unit: "× nginx by processor time" },
      );
      rows.push([name, encoding, size, ...rates, ratio.toFixed(2), ...times]);
    }
  }
  verdict(figures);
  const head = ["page", "encoding", "size", "ours /s", "nginx /s", "bare Node /s"];
  const times = ["µs of ours", "of nginx", "of bare Node"];
  await report("page-cache", table([...head, "× nginx (target 0.5)", ...times], rows));
} finally {
  await site.stop();
}
