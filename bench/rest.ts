/**
 * Four REST calls over HTTP, in turn against our backend, `@supabase/lite` and the bare SQL of our
 * backend through the driver. All use one PostgreSQL and the same rows.
 *
 *     npm run bench -- rest [--jerseys 10000,1000000] [--seconds 4] [--rounds 3] [--connections 16] [--only vote]
 */
import { loadKeys, signToken, statementsOf } from "@maillotheque/backend/testing";
import { SignJWT } from "jose";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Call, calls, type Known } from "./rest/requests.ts";
import { capture, member, VISITOR } from "../tests/support/capture.ts";
import { startBenchServer } from "./scale/database.ts";
import { subjects } from "./scale/subjects.ts";
import { inTurns, median } from "./support/figures.ts";
import { readOptions } from "./support/options.ts";
import { processorTimeOf } from "./support/process.ts";
import { type Program, resolveBenchPackage, startProgram } from "./support/program.ts";
import { type Figure, report } from "./support/report.ts";

const DEFAULTS = {
  jerseys: "10000,1000000",
  seconds: "4",
  rounds: "3",
  connections: "16",
  only: "",
};
const given = readOptions(DEFAULTS);
const CONNECTIONS = Number(given.connections);
const SECRET = "a secret that only this bench and the server it starts know";

/** One that is compared, with the tokens that it accepts by member. */
interface Contestant {
  program: Program;
  tokens: Map<string, string>;
}

// Its types exist only where the benches' packages are installed.
const { default: autocannon } = await import(resolveBenchPackage("autocannon/autocannon.js"));
const server = await startBenchServer();
const rows: (string | number)[][] = [];
const figures: Figure[] = [];
try {
  for (const jerseys of given.jerseys.split(",").map(Number)) await compare(jerseys);
} finally {
  await server.stop();
}
/** The least and the greatest figure of a column. */
const range = (column: number) => {
  const found = rows.map((row) => Number(row[column]));
  return `${Math.min(...found)} to ${Math.max(...found)}`;
};
await report("rest", {
  head: [
    ...["jerseys", "call", "ours /s", "lite /s", "SQL /s", "× lite", "× SQL (target 0.8)"],
    ...["ms of our process", "of lite's"],
  ],
  ...{ rows, figures },
  summary: `${CONNECTIONS} connections. × SQL: ${range(6)}; × lite: ${range(5)}; ms of our process: ${range(7)}, of lite's: ${range(8)}.`,
});

/** Runs all contestants on one catalogue. */
async function compare(jerseys: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "maillotheque-bench-"));
  const file = join(folder, "known.json");
  const field: Contestant[] = [];
  const url = await server.sized(jerseys);
  const copy = await server.copied(jerseys, "lite");
  try {
    const { sent, ours, lite } = await prepare(url, jerseys, file);
    const join = async (tokens: Map<string, string>, name: string, ...args: string[]) =>
      field.push({ program: await startProgram(`rest/${name}`, ...args), tokens });
    await join(ours, "serve-ours.ts", url, folder);
    await join(lite, "serve-lite.ts", copy, SECRET);
    await join(new Map(), "serve-raw.ts", url, file);
    // Lite prepares the database on its first request, and fails if several arrive at once.
    for (const { program } of field) await fetch(program.url + Object.values(sent)[0]![0]!.path);
    for (const [name, all] of Object.entries(sent)) {
      if (name.includes(given.only)) await race(name, jerseys, field, all);
    }
  } finally {
    await Promise.all(field.map(({ program }) => program.stop()));
    await rm(folder, { recursive: true, force: true });
    await server.drop(copy);
  }
}

/** The requests, their members' tokens, and a file with the SQL of our REST interface for each. */
async function prepare(url: string, jerseys: number, file: string) {
  const database = await capture(url);
  await database.pool.query("reset role");
  const sent = calls(await subjects(database.pool, jerseys));
  const keys = await loadKeys(database.pool);
  const [ours, lite] = [new Map<string, string>(), new Map<string, string>()];
  const known: Record<string, Known> = {};
  for (const each of Object.values(sent).flat()) {
    const { member: id, path, headers = {}, body } = each;
    const method = body ? "POST" : "GET";
    const request = new Request(`http://bench${path}`, { method, headers, ...(body && { body }) });
    const caller = id === undefined ? VISITOR : member(id);
    known[`${method} ${path} ${body ?? ""}`] = {
      role: caller.role,
      statements: await statementsOf(database.schema, caller, request),
    };
    if (id === undefined || ours.has(id)) continue;
    const claims = { sub: id, role: "authenticated", aal: "aal1", aud: "authenticated" };
    ours.set(id, await signToken(keys, claims as never, 3600));
    const token = new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" });
    const signed = token.setIssuedAt().setExpirationTime("1h");
    lite.set(id, await signed.sign(new TextEncoder().encode(SECRET)));
  }
  keys.close();
  await writeFile(file, JSON.stringify(known));
  await database.pool.end();
  return { sent, ours, lite };
}

async function race(name: string, jerseys: number, field: Contestant[], all: Call[]) {
  const rounds = await inTurns(Number(given.rounds), field, (contestant) => fire(contestant, all));
  const ratio = (to: number) => median(rounds.map((shots) => shots[0]!.rate / shots[to]!.rate));
  const busy = (of: number) => median(rounds.map((shots) => shots[of]!.busy));
  const rates = field.map((_, of) => Math.round(median(rounds.map((shots) => shots[of]!.rate))));
  const at = jerseys.toLocaleString("en");
  const what = `${name}, ${at}`;
  figures.push(
    { what, measured: ratio(2), least: 0.8, unit: "× SQL" },
    { what, measured: busy(0) / busy(1), most: 0.2, unit: "× lite's processor time" },
  );
  const ratios = [ratio(1).toFixed(1), ratio(2).toFixed(2)];
  rows.push([at, name, ...rates, ...ratios, busy(0).toFixed(2), busy(1).toFixed(2)]);
  console.log(rows.at(-1)!.join(" | "));
}

/** Answers per second, and milliseconds of processor time of the process per answer, without its database. */
async function fire({ program, tokens }: Contestant, all: Call[]) {
  const { url, anon, pid } = program;
  const requests = all.map(({ path, headers, body, member: id }) => {
    const token = id === undefined ? anon : tokens.get(id);
    const keys = {
      ...(anon && { apikey: anon }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    return { path, headers: { ...headers, ...keys }, ...(body && { method: "POST", body }) };
  });
  let started = 0;
  const before = await processorTimeOf(pid);
  const shot = await autocannon({
    ...{ url, connections: CONNECTIONS, duration: Number(given.seconds) },
    // Each connection starts at another request, so that they differ at any time.
    setupClient(client: { setRequests(list: object[]): void }) {
      const first = Math.floor((started * requests.length) / CONNECTIONS);
      started += 1;
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    },
  });
  const answers: number = shot["2xx"];
  const failed = shot["4xx"] + shot["5xx"] + shot.errors;
  if (failed > 0 || answers === 0) throw new Error(`${url}: ${answers} answers, ${failed} failed`);
  const busy = ((await processorTimeOf(pid)) - before) / answers;
  return { rate: answers / shot.duration, busy };
}
