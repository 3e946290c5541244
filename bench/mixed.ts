/**
 * What one machine carries: visitors and members on a million jerseys, more and more at a time; beside a hundred views there
 * is a vote. A row says what a view costs of processor, without the visitors. Then one visitor alone and beside a dump, in turns.
 *
 *     npm run bench -- mixed [--jerseys 1000000] [--seconds 20] [--at-once 1,4,16,64]
 */
import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { href } from "../app/shared/address/paths.ts";
import { jerseyParams } from "../app/shared/domain/jersey.ts";
import { startSite } from "../tests/support/site.ts";
import { FILTERS } from "../tests/support/reads.ts";
import { BENCH_DATA, startBenchServer } from "./scale/database.ts";
import { connected } from "./support/connected.ts";
import { any, inTurns, median, percentile, sum } from "./support/figures.ts";
import { ask } from "./support/load.ts";
import { signUp } from "./support/member.ts";
import { readOptions } from "./support/options.ts";
import { familyOf, memoryOf, processorTimeOf } from "./support/process.ts";
import { type Figure, report } from "./support/report.ts";

const given = readOptions({ jerseys: "1000000", seconds: "20", "at-once": "1,4,16,64,256" });
const SECONDS = Number(given.seconds);
const LANGUAGES = ["fr", "en", "es", "pt"] as const;
/** Each visitor has an address of its own, as behind a proxy. */
const PROXIED = { TRUST_PROXY: "true", AUTH_AUTOCONFIRM: "true", LOG_LEVEL: "error" };

/** Answers of one kind. */
interface Answers {
  times: number[];
  failed: Record<string, number>;
}

type Row = Parameters<typeof jerseyParams>[0] & { team_id: string | null; title: string };

const database = await startBenchServer();
const url = await database.copied(Number(given.jerseys), "mixed");
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
const site = await startSite({ DATABASE_URL: url, SEED: "none", ...PROXIED });
try {
  const known = await know();
  await visit(known, 16); // warms up
  const rows: (string | number)[][] = [];
  for (const atOnce of given["at-once"].split(",").map(Number)) {
    rows.push(await measure(known, atOnce));
  }
  const figures = await measureBesideDumps(known);
  const head = ["at once", "views/s", "server ms", "PostgreSQL ms"];
  head.push("page p50", "page p99", "call p50", "call p99", "failed");
  const rates = rows.map(([, rate]) => Number(rate));
  const summary = `${Math.min(...rates)} to ${Math.max(...rates)} views a second; p99 of a page beside a dump ${figures[0]!.measured.toFixed(2)} × alone.`;
  console.log(summary);
  for (const { what, measured, unit = "" } of figures)
    console.log(`${what}: ${measured.toFixed(2)} ${unit}`);
  await report("mixed", { head, rows, figures, summary });
} finally {
  agent.destroy();
  await site.stop();
  await database.drop(url);
  await database.stop();
}

type Known = Awaited<ReturnType<typeof know>>;

async function measure(known: Known, atOnce: number): Promise<(string | number)[]> {
  const before = await processorTimes();
  const { pages, plain, calls } = await visit(known, atOnce);
  const after = await processorTimes();
  const views = pages.times.length;
  const [server = 0, postgres = 0] = after.map((time, index) => (time - before[index]!) / views);
  const failed = [pages, plain, calls].flatMap((answers) => Object.entries(answers.failed));
  return [
    ...[atOnce, (views / SECONDS).toFixed(0), server.toFixed(2), postgres.toFixed(2)],
    ...[pages, calls].flatMap(({ times }) =>
      [0.5, 0.99].map((share) => `${percentile(times, share).toFixed(0)} ms`),
    ),
    failed.map(([what, count]) => `${count} × ${what}`).join(", ") || "0",
  ];
}

async function measureBesideDumps(known: Known): Promise<Figure[]> {
  const dumps: Awaited<ReturnType<typeof dump>>[] = [];
  const rounds = await inTurns(3, [false, true], async (isBeside) => {
    const dumping = isBeside && dump();
    await sleep(5_000); // its process starts
    const { pages, plain } = await visit(known, 1);
    if (dumping) dumps.push(await dumping);
    return [pages, plain].map(({ times }) => percentile(times, 0.99));
  });
  const minutes = median(dumps.map((one) => one.minutes));
  const memory = Math.max(...dumps.map((one) => one.memory));
  const ratios = ["a page", "a page but searches and filters"].map((what, n) => ({
    what: `p99 of ${what} beside a dump, × alone`,
    measured: median(rounds.map(([alone, beside]) => beside![n]! / alone![n]!)),
    most: 1.2,
  }));
  return [
    ...ratios,
    { what: "a dump beside them", measured: minutes, most: 5, unit: "min" },
    { what: "its processes", measured: memory, most: 256, unit: "MB" },
  ];
}

/** Makes a dump: how long it takes, and the most memory that its two processes have. */
async function dump() {
  const began = performance.now();
  let memory = 0;
  const used = async (pid: number) => {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8");
    return /cli\/dump|snapshot\.process/.test(command) ? memoryOf(pid) : 0;
  };
  const look = async () => {
    // A process may end meanwhile.
    const all = await Promise.all(familyOf(process.pid).map((pid) => used(pid).catch(() => 0)));
    memory = Math.max(memory, sum(all));
  };
  const watch = setInterval(() => void look(), 500);
  await site.run("dump");
  clearInterval(watch);
  return { minutes: (performance.now() - began) / 60_000, memory };
}

/** Milliseconds of processor so far: of the server, and of PostgreSQL. */
async function processorTimes(): Promise<number[]> {
  const [postmaster] = (await readFile(join(BENCH_DATA, "pg/postmaster.pid"), "utf8")).split("\n");
  const postgres = await Promise.all(
    familyOf(Number(postmaster)).map((pid) => processorTimeOf(pid).catch(() => 0)),
  );
  return [await processorTimeOf(site.pid), sum(postgres)];
}

/** Visitors who go on one after the other, `atOnce` at any time. */
async function visit(known: Known, atOnce: number) {
  const pages: Answers = { times: [], failed: {} };
  const plain: Answers = { times: [], failed: {} };
  const calls: Answers = { times: [], failed: {} };
  const end = performance.now() + SECONDS * 1_000;
  const visitor = async () => {
    while (performance.now() < end) await view(known, { pages, plain, calls });
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
  pages.times.push(...plain.times);
  return { pages, plain, calls };
}

type Visit = Record<"pages" | "plain" | "calls", Answers>;

async function view(known: Known, { pages, plain, calls }: Visit): Promise<void> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const headers = { "x-forwarded-for": address, "accept-encoding": "br", apikey: site.anonKey };
  const get = (path: string) => ask(site.url + path, { agent, headers });
  const share = randomInt(100);
  if (share < 33) await note(plain, get(any(known.hot)));
  else if (share < 92) await note(plain, get(any(known.tail)));
  else if (share < 96) await note(pages, get(any(known.searches)));
  else await note(pages, get(`/catalogue?${any(FILTERS)}`));
  const ids = Array.from({ length: 24 }, () => any(known.jerseys));
  const select = "id,title,team,score,jersey_images(url)";
  await note(calls, get(`/rest/v1/jerseys?select=${select}&id=in.(${ids.join()})`));
  if (randomInt(100) === 0) {
    const { client } = any(known.members);
    const vote = { jersey_id: any(known.jerseys), vote: "up" };
    const conflict = { onConflict: "jersey_id,voter_id" };
    await note(calls, client.from("jersey_votes").upsert(vote, conflict));
  }
}

async function note(
  { times, failed }: Answers,
  answer: PromiseLike<{ status: number }>,
): Promise<void> {
  const began = performance.now();
  const status = await answer.then(
    (found) => found.status,
    (error: Error) => error.message,
  );
  if (typeof status === "number" && status < 400) times.push(performance.now() - began);
  else failed[status] = (failed[status] ?? 0) + 1;
}

/** What visitors know. */
async function know() {
  const columns = "id, team_slug, kit_type_slug, year, team_id, title";
  const shown = "status = 'approved' and is_active";
  const best = `select ${columns} from jerseys where ${shown} order by score desc, id limit 180`;
  const some = `select ${columns} from jerseys tablesample system (1) where ${shown} order by random() limit 8000`;
  const [hot, rows] = await connected(url, async (client) => [
    (await client.query<Row>(best)).rows,
    (await client.query<Row>(some)).rows,
  ]);
  const address = (row: Row) => href("jersey", jerseyParams(row), any([...LANGUAGES]));
  const fixed = (["home", "catalogue", "sports", "trends", "competitions"] as const).flatMap(
    (screen) => LANGUAGES.map((lang) => href(screen, {}, lang)),
  );
  const words = rows.slice(0, 2_000).map(({ title }) => title.split(" ").slice(0, 2).join(" "));
  return {
    hot: [...fixed, ...hot.map(address)],
    tail: rows.map((row, n) =>
      n % 10 === 8 && row.team_id ? href("team", { teamId: row.team_id }, "fr") : address(row),
    ),
    searches: words.map((text) => `/recherche?q=${encodeURIComponent(text)}`),
    jerseys: rows.map(({ id }) => id),
    members: await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        signUp(site.url, site.anonKey, { "x-forwarded-for": `10.9.${n}.1` }),
      ),
    ),
  };
}
