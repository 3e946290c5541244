/**
 * Four REST calls over HTTP, in turn against our backend, `@supabase/lite` and the bare SQL of our
 * backend through the driver. All use one PostgreSQL and the same rows. Fails at 16 connections
 * below 0.8 × bare SQL, or if our process takes more than a fifth of lite's processor time.
 *
 * With `--pooler` it compares our backend with itself behind pgbouncer in transaction mode instead.
 *
 *     npm run bench -- rest [--pooler] [--jerseys 10000,1000000] [--seconds 4] [--rounds 3] [--connections 16,50] [--only vote]
 */
import { loadKeys, signToken, startPooler, statementsOf } from "@maillotheque/backend/testing";
import { SignJWT } from "jose";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

import { calls, keyOf, type Call, type Known } from "./rest-servers/requests.ts";
import { capture, member, VISITOR } from "./scale/capture.ts";
import { startBenchServer } from "./scale/database.ts";
import { percentile } from "./scale/measure.ts";
import { subjects } from "./scale/subjects.ts";
import { resolveBenchPackage } from "./support/resolve-bench-package.ts";
import { processorTimeOf } from "./support/process.ts";
import { report, table } from "./support/report.ts";

const { values: given } = parseArgs({
  options: {
    jerseys: { type: "string", default: "10000,1000000" },
    seconds: { type: "string", default: "4" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "16,50" },
    only: { type: "string", default: "" },
    pooler: { type: "boolean", default: false },
  },
});
/** The least rate, in rates of the bare SQL. */
const LEAST = 0.8;
/** The most processor time of our process, in times of lite's. */
const MOST = 0.2;
const SECRET = "a secret that only this bench and the server it starts know";

const CONTESTANTS = ["ours", "lite", "sql"] as const;
type Contestant = (typeof CONTESTANTS)[number];

interface Running {
  url: string;
  anon?: string;
  process: ChildProcess;
}
type Field = Record<Contestant, Running>;
type Tokens = Record<Contestant, Map<string, string>>;

interface Answered {
  /** Answers per second. */
  rate: number;
  /** Milliseconds of processor time of the process per answer, without its database. */
  busy: number;
  /** Answers with a server error, for example after a statement timeout. */
  failed: number;
}

const server = await startBenchServer();
const results: (string | number)[][] = [];
const POOLED_HEAD = [
  ...["jerseys", "connections", "call", "direct /s", "pooled /s", "pooled ÷ direct"],
  ...["ms of our process", "pooled", ""],
];
let failed = false;
try {
  const compareAll = given.pooler ? comparePooled : compare;
  for (const jerseys of given.jerseys.split(",").map(Number)) await compareAll(jerseys);
  const head = ["jerseys", "connections", "call", "ours /s", "lite /s", "SQL /s"];
  const targets = ["× lite", `× SQL (target ${LEAST})`];
  const times = ["ms of our process", "of lite's"];
  if (given.pooler) {
    const summary = `pooled ÷ direct: ${range(5)}.`;
    await report("rest-pooler", table(POOLED_HEAD, results), summary);
  } else {
    const summary = `× lite: ${range(6)}; × SQL: ${range(7)}; ms of our process: ${range(8)}, of lite's: ${range(9)}.`;
    await report("rest", table([...head, ...targets, ...times, ""], results), summary);
  }
} catch (error) {
  console.error(`Nothing was compared: ${(error as Error).message}`);
  failed = true;
} finally {
  await server.stop();
}
process.exit(failed ? 1 : 0);

/** The least and the greatest figure of a column. */
function range(column: number): string {
  const figures = results.map((row) => Number(row[column])).filter(Number.isFinite);
  return `${Math.min(...figures)} to ${Math.max(...figures)}`;
}

/** Runs all contestants on one catalogue. */
async function compare(jerseys: number): Promise<void> {
  const files = await mkdtemp(join(tmpdir(), "maillotheque-bench-"));
  const running: Partial<Field> = {};
  const url = await server.sized(jerseys);
  const copy = await server.copied(jerseys, "lite");
  try {
    const { sent, tokens } = await prepare(url, jerseys, join(files, "known.json"));
    running.ours = await start("serve-ours.ts", url, files);
    running.lite = await start("serve-lite.ts", copy, SECRET);
    running.sql = await start("serve-raw.ts", url, join(files, "known.json"));

    // Lite prepares the database on its first request, and fails if several arrive at once.
    const [first] = Object.values(sent)[0]!;
    for (const { url: address } of Object.values(running)) await fetch(address + first!.path);

    for (const connections of given.connections.split(",").map(Number)) {
      for (const [name, all] of Object.entries(sent)) {
        if (!name.includes(given.only)) continue;
        const found = await race(running as Field, { all, tokens, connections });
        const ours = record(name, jerseys, connections, found);
        failed ||= ours && connections === 16;
      }
    }
  } finally {
    for (const { process: child } of Object.values(running)) child.kill("SIGTERM");
    await rm(files, { recursive: true, force: true });
    await server.drop(copy);
  }
}

/** Runs our backend with and without a pooler on one catalogue. */
async function comparePooled(jerseys: number): Promise<void> {
  const files = await mkdtemp(join(tmpdir(), "maillotheque-bench-"));
  const url = await server.sized(jerseys);
  const pooler = await startPooler(url, { sessions: 20, inTurn: false });
  const running: Running[] = [];
  try {
    const { sent, tokens } = await prepare(url, jerseys, join(files, "known.json"));
    running.push(await start("serve-ours.ts", url, files));
    running.push(await start("serve-ours.ts", pooler.url, files, url));
    for (const connections of given.connections.split(",").map(Number)) {
      for (const [name, all] of Object.entries(sent)) {
        if (!name.includes(given.only)) continue;
        const shots: [Answered, Answered][] = [];
        for (let round = 0; round <= Number(given.rounds); round += 1) {
          const pair: Answered[] = [];
          for (const each of running) {
            pair.push(await fire(each, all, tokens.ours, connections, Number(given.seconds)));
          }
          // The first round only warms up.
          if (round > 0) shots.push(pair as [Answered, Answered]);
        }
        const middle = (value: (pair: [Answered, Answered]) => number) =>
          percentile(shots.map(value), 0.5);
        const failures = shots.flat().reduce((sum, shot) => sum + shot.failed, 0);
        results.push([
          jerseys.toLocaleString("en"),
          connections,
          name,
          Math.round(middle(([plain]) => plain.rate)),
          Math.round(middle(([, pooled]) => pooled.rate)),
          middle(([plain, pooled]) => pooled.rate / plain.rate).toFixed(2),
          middle(([plain]) => plain.busy).toFixed(2),
          middle(([, pooled]) => pooled.busy).toFixed(2),
          failures > 0 ? `answers 5xx: ${failures}` : "",
        ]);
        console.log(results.at(-1)!.join(", "));
      }
    }
  } finally {
    for (const { process: child } of running) child.kill("SIGTERM");
    await pooler.stop();
    await rm(files, { recursive: true, force: true });
  }
}

/**
 * The requests with their members' tokens, and a file with the SQL of our REST interface for each.
 */
async function prepare(url: string, jerseys: number, file: string) {
  const database = await capture(url);
  await database.pool.query("reset role");
  const sent = calls(await subjects(database.pool, jerseys));
  const keys = await loadKeys(database.pool);
  const tokens: Tokens = { ours: new Map(), lite: new Map(), sql: new Map() };
  for (const { member: id } of Object.values(sent).flat()) {
    if (id === undefined || tokens.ours.has(id)) continue;
    const claims = { sub: id, role: "authenticated", aal: "aal1", aud: "authenticated" };
    tokens.ours.set(id, await signToken(keys, claims as never, 3600));
    const token = new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" });
    const signed = token.setIssuedAt().setExpirationTime("1h");
    tokens.lite.set(id, await signed.sign(new TextEncoder().encode(SECRET)));
  }
  keys.close();
  const known: Record<string, Known> = {};
  for (const each of Object.values(sent).flat()) {
    const caller = each.member === undefined ? VISITOR : member(each.member);
    known[keyOf(each)] = {
      statements: await statementsOf(database.schema, caller, requestOf(each)),
    };
  }
  await writeFile(file, JSON.stringify(known));
  await database.pool.end();
  return { sent, tokens };
}

interface Race {
  all: Call[];
  tokens: Tokens;
  connections: number;
}

/** Answers per second of each contestant, round by round, one after the other. */
async function race(running: Field, { all, tokens, connections }: Race) {
  const shots: Record<Contestant, Answered[]> = { ours: [], lite: [], sql: [] };
  for (let round = 0; round <= Number(given.rounds); round += 1) {
    for (const who of CONTESTANTS) {
      const seconds = Number(given.seconds);
      const shot = await fire(running[who], all, tokens[who], connections, seconds);
      // The first round only warms up.
      if (round > 0) shots[who].push(shot);
    }
  }
  return shots;
}

/** Prints and records the result of a call. @returns whether a target was missed */
function record(
  call: string,
  jerseys: number,
  connections: number,
  shots: Record<Contestant, Answered[]>,
): boolean {
  const middle = (of: Contestant, value: (shot: Answered, round: number) => number) =>
    percentile(shots[of].map(value), 0.5);
  const ratio = (to: Contestant) =>
    middle("ours", ({ rate }, round) => rate / shots[to][round]!.rate);
  const rate = (of: Contestant) => Math.round(middle(of, (shot) => shot.rate));
  const busy = (of: Contestant) => middle(of, (shot) => shot.busy);
  const slow = ratio("sql") < LEAST || busy("ours") > MOST * busy("lite");
  const failures = CONTESTANTS.map((who) => shots[who].reduce((sum, shot) => sum + shot.failed, 0));
  const note = [
    slow ? "slow" : "",
    failures.some((count) => count > 0) ? `answers 5xx: ${failures.join(", ")}` : "",
  ];
  const ratios = [ratio("lite").toFixed(1), ratio("sql").toFixed(2)];
  const times = [busy("ours").toFixed(2), busy("lite").toFixed(2)];
  const row = [call, ...CONTESTANTS.map(rate), ...ratios, ...times, note.join(" ").trim()];
  results.push([jerseys.toLocaleString("en"), connections, ...row]);
  if (results.length === 1) {
    console.log(
      "jerseys, connections, call, ours /s, lite /s, SQL /s, × lite, × SQL, ours ms, lite ms",
    );
  }
  console.log(results.at(-1)!.join(", "));
  return slow;
}

function requestOf({ method, path, headers, body }: Call): Request {
  return new Request(`http://bench${path}`, { method, headers, ...(body && { body }) });
}

async function start(script: string, ...args: string[]): Promise<Running> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "rest-servers", script), ...args],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  // Lite logs an error for every request aborted at the end of a round: said only if it ends.
  let complaints = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (chunk: string) => (complaints = `${complaints}${chunk}`.slice(-2000)));
  const line = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", () =>
      reject(new Error(`${script} ended before it listened: ${complaints}`)),
    );
  });
  return { ...(JSON.parse(await line) as { url: string; anon?: string }), process: child };
}

interface Shot {
  "2xx": number;
  "4xx": number;
  "5xx": number;
  errors: number;
  duration: number;
}

async function fire(
  { url, anon, process: child }: Running,
  all: Call[],
  tokens: Map<string, string>,
  connections: number,
  seconds: number,
): Promise<Answered> {
  // Its types exist only where the benches' packages are installed.
  const { default: autocannon } = await import(resolveBenchPackage("autocannon/autocannon.js"));
  const requests = all.map(({ method, path, headers, body, member: id }) => {
    const token = id === undefined ? anon : tokens.get(id);
    return {
      method,
      path,
      headers: {
        ...headers,
        ...(anon && { apikey: anon }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body }),
    };
  });
  let started = 0;
  const busyBefore = await processorTimeOf(child.pid!);
  const shot = (await autocannon({
    url,
    connections,
    duration: seconds,
    // Each connection starts at another request, so that they differ at any time.
    setupClient(client: { setRequests(list: object[]): void }) {
      const first = Math.floor((started * requests.length) / connections);
      started += 1;
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    },
  })) as Shot;
  if (shot["4xx"] > 0) {
    const [{ method, path, headers, body }] = requests as [(typeof requests)[0]];
    const answer = await fetch(url + path, { method, headers, ...(body && { body }) });
    throw new Error(`${shot["4xx"]} refusals: ${await answer.text()}`);
  }
  const answers = shot["2xx"];
  if (answers === 0) throw new Error(`${url} answered nothing but ${shot["5xx"]} errors`);
  return {
    rate: answers / shot.duration,
    busy: ((await processorTimeOf(child.pid!)) - busyBefore) / answers,
    failed: shot["5xx"] + shot.errors,
  };
}
