/** The bench itself, within the namespaces that `bench/cluster.ts` makes. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";

import { report, table } from "../support/report.ts";
import { startBalancer } from "./balancer.ts";
import { type Cluster, type Fault, FAULTS } from "./faults.ts";
import { createMembers, Load } from "./load.ts";
import { primaryOf, sick, until } from "./health.ts";
import { archiveIn, startMachines } from "./machine.ts";
import { HOME, makeNetwork } from "./network.ts";
import { makeFolder } from "./process.ts";
import { recover, takeBase } from "./recovery.ts";
import {
  anonKey,
  createDatabase,
  createJerseys,
  DATABASE_URL,
  SITE_URL,
  startWebServer,
} from "./site.ts";

const { values: given } = parseArgs({ options: { only: { type: "string", default: "" } } });
/** Seconds. */
const QUIET = 8;
const BROKEN = 40;
const TARGET = 30;

/** A place in memory that nothing else sees, and that is gone with this process. */
const FOLDER = "/mnt";
const WEB_PORTS = [3001, 3002];
const ROOT = join(import.meta.dirname, "../..");

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

execFileSync("mount", ["-t", "tmpfs", "-o", "mode=755", "tmpfs", FOLDER]);
makeNetwork();
console.log("starting three machines");
makeFolder(archiveIn(FOLDER));
const machines = startMachines([1, 2, 3], FOLDER);
startBalancer(machines, WEB_PORTS, FOLDER);
await until(async () => (await sick(machines)).length === 0, "the cluster is whole");
await createDatabase();
console.log("starting two web servers");
const webServers = WEB_PORTS.map((port) => startWebServer(port, FOLDER));
for (const port of WEB_PORTS) {
  await until(
    async () => (await fetch(`http://${HOME}:${port}/readyz`)).ok,
    `web server ${port} is ready`,
  );
}
await until(async () => (await fetch(`${SITE_URL}/readyz`)).ok, "the balancer knows them");
const key = anonKey(WEB_PORTS[0]!, FOLDER);
const members = await createMembers(6, key);
const [seen, unseen] = [await createJerseys(20), await createJerseys(4_000)];
const load = new Load();
await load.start(seen, unseen, members);
const cluster: Cluster = { machines, webServers, primary: () => primaryOf(machines) };

const rows: (string | number)[][] = [];
const problems: string[] = [];
for (const fault of FAULTS.filter(({ name }) => name.includes(given.only))) {
  rows.push(await tryOut(fault));
}
const base = await takeBase(FOLDER);
await sleep(QUIET * 1_000);
await load.stop();
const lost = await countLost();
const env = { PATH: process.env.PATH, DATABASE_URL, DATA_DIR: FOLDER };
const counters = execFileSync(process.execPath, ["server/cli/recount.ts"], { cwd: ROOT, env });
if (lost > 0) problems.push(`${lost} acknowledged writes are lost`);
if (!/every counter is right/.test(String(counters))) problems.push(String(counters));
for (const server of webServers) server.end();
const recovered = await recover(machines, base, FOLDER);
if (recovered.different.length > 0) problems.push(`recovery: ${recovered.different.join(", ")}`);
const lines = table(
  ["fault", "no new row for", "writes", "refused", "lost", "pages", "errors", "whole again after"],
  rows,
);
lines.push("", `Acknowledged writes lost: ${lost}; ${String(counters).trim()}. ${recovered.line}`);
console.log(lines.join("\n"));
await report("cluster", lines);
for (const problem of problems) console.log(`PROBLEM: ${problem}`);
if (problems.length > 0) {
  const logs = join(ROOT, ".cache/reports/cluster");
  mkdirSync(logs, { recursive: true });
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".log"))) {
    copyFileSync(join(FOLDER, file), join(logs, file));
  }
  console.log(`the logs are in ${logs}`);
}
process.exit(problems.length > 0 ? 1 : 0);

async function tryOut(fault: Fault): Promise<(string | number)[]> {
  console.log(fault.name);
  const competition = await firstId("competitions?league=eq.SOCCER");
  const season = await firstId("seasons?code=eq.2024-25");
  await load.submit(members.slice(0, 2), competition, season);
  await sleep(QUIET * 1_000);
  load.reset();
  const began = Date.now();
  const mend = await fault.break(cluster);
  if (mend) {
    await sleep(BROKEN * 1_000);
    mend();
  } else {
    await sleep(2_000);
  }
  let whole = true;
  await until(
    async () => load.isWriting() && (await sick(machines)).length === 0,
    "all is well",
  ).catch(async () => {
    whole = false;
    problems.push(`${fault.name}: needs a hand: ${(await sick(machines)).join(", ")}`);
  });
  const after = Math.round((Date.now() - began) / 1_000);
  await sleep(2_000);
  const { gap, writes, refused, pages, errors } = load.figures;
  const lost = await countLost();
  if (gap > TARGET) problems.push(`${fault.name}: no new row for ${gap.toFixed(1)} s`);
  if (lost > 0) problems.push(`${fault.name}: ${lost} acknowledged writes are lost`);
  if (Object.keys(errors).length > 0)
    problems.push(`${fault.name}: visitors got ${JSON.stringify(errors)}`);
  return [
    fault.name,
    `${gap.toFixed(1)} s`,
    writes,
    listed(refused),
    lost,
    pages,
    listed(errors),
    whole ? `${after} s` : "never",
  ];
}

function listed(counts: Record<string, number>): string {
  return (
    Object.entries(counts)
      .map(([what, count]) => `${count} × ${what}`)
      .join(", ") || "0"
  );
}

async function countLost(): Promise<number> {
  const sql = new pg.Client({ connectionString: DATABASE_URL });
  await sql.connect();
  try {
    return await load.lost(sql);
  } finally {
    await sql.end();
  }
}

async function firstId(query: string): Promise<string> {
  const answer = await fetch(`${SITE_URL}/rest/v1/${query}&select=id&limit=1`, {
    headers: { apikey: key },
  });
  const [row] = (await answer.json()) as { id: string }[];
  return row!.id;
}
