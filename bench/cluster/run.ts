/** The bench itself, within the namespaces that `bench/cluster.ts` makes. */
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { connected } from "../support/connected.ts";
import { sum } from "../support/figures.ts";
import { readOptions } from "../support/options.ts";
import { type Figure, report } from "../support/report.ts";
import { type Cluster, FAULTS } from "./faults.ts";
import { Load, nothing } from "./load.ts";
import { FOLDER, HOME, startMachines } from "./machine.ts";
import {
  anonKey,
  createDatabase,
  createJerseys,
  DATABASE_URL,
  ROOT,
  SITE_URL,
  startBalancer,
  startWebServer,
  WEB_PORTS,
} from "./site.ts";

const given = readOptions({ only: "" });
/** Seconds. */
const [QUIET, BROKEN, LONGEST] = [8, 40, 180];

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

console.log("starting three machines");
const machines = startMachines();
startBalancer(machines);
await until("the cluster is whole", isWhole);
await createDatabase();
console.log("starting two web servers");
const webServers = WEB_PORTS.map(startWebServer);
for (const url of [...WEB_PORTS.map((port) => `http://${HOME}:${port}`), SITE_URL]) {
  await until(`${url} is ready`, async () => (await fetch(`${url}/readyz`)).ok);
}
const load = new Load();
await connected(DATABASE_URL, async (client) => {
  const [seen, unseen] = [await createJerseys(client, 20), await createJerseys(client, 4_000)];
  await load.start(seen, unseen, anonKey());
});

const rows: (string | number)[][] = [];
const figures: Figure[] = [];
for (const [name, fault] of Object.entries(FAULTS)) {
  if (name.includes(given.only)) await tryOut(name, fault);
}
await sleep(QUIET * 1_000);
await load.stop();
const lost = await connected(DATABASE_URL, (client) => load.lost(client));
figures.push({ what: "acknowledged writes lost in the end", measured: lost, most: 0 });
const env = { PATH: process.env.PATH, DATABASE_URL, DATA_DIR: FOLDER };
const rebuilt = execFileSync(process.execPath, ["server/cli/rebuild.ts"], { cwd: ROOT, env });
const right = /everything is right/.test(String(rebuilt));
figures.push({ what: "all that is derived is right", measured: Number(right), least: 1 });
const head = ["fault", "no new row for", "writes", "refused", "lost", "pages", "errors"];
const gaps = rows.map(([, gap]) => Number.parseFloat(String(gap)));
const summary = `No new row for ${Math.min(...gaps)} to ${Math.max(...gaps)} s; ${lost} acknowledged writes lost.`;
await report("cluster", { head: [...head, "whole again after"], rows, figures, summary });
if (process.exitCode) {
  const logs = join(ROOT, ".cache/reports/cluster");
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".log"))) {
    cpSync(join(FOLDER, file), join(logs, file));
  }
  console.log(`the logs are in ${logs}`);
}
process.exit();

async function tryOut(name: string, fault: (typeof FAULTS)[string]): Promise<void> {
  console.log(name);
  await sleep(QUIET * 1_000);
  load.figures = nothing();
  const began = Date.now();
  const mend = await fault({ machines, webServers, primary: await primary() });
  await sleep((mend ? BROKEN : 2) * 1_000);
  mend?.();
  const whole = await until(name, async () => load.isWriting() && (await isWhole())).then(
    () => 1,
    () => 0,
  );
  const after = Math.round((Date.now() - began) / 1_000);
  await sleep(2_000);
  const { gap, writes, refused, pages, errors } = load.figures;
  const lost = await connected(DATABASE_URL, (client) => load.lost(client));
  const failed = sum(Object.values(errors));
  figures.push(
    { what: `${name}: no new row for`, measured: gap, most: 30, unit: "s" },
    { what: `${name}: acknowledged writes lost`, measured: lost, most: 0 },
    { what: `${name}: errors of visitors`, measured: failed, most: 0 },
    { what: `${name}: whole again without a hand`, measured: whole, least: 1 },
  );
  const counts = [writes, listed(refused), lost, pages, listed(errors)];
  rows.push([name, `${gap.toFixed(1)} s`, ...counts, whole ? `${after} s` : "never"]);
}

/** One primary, and two others that follow it on its timeline. */
async function isWhole(): Promise<boolean> {
  const states = await Promise.all(machines.map((machine) => machine.state()));
  const [lead, ...others] = states.filter((state) => leads(state));
  const follows = (state: (typeof states)[number]) =>
    /running|streaming/.test(state?.state ?? "") && state?.timeline === lead?.timeline;
  return Boolean(lead) && others.length === 0 && states.every(follows);
}

async function primary(): Promise<Cluster["primary"]> {
  for (const machine of machines) if (leads(await machine.state())) return machine;
  throw new Error("there is no primary");
}

function leads(state: { role: string } | undefined): boolean {
  return /master|primary/.test(state?.role ?? "");
}

async function until(name: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LONGEST * 1_000;
  while (Date.now() < deadline) {
    if (await condition().catch(() => false)) return;
    await sleep(250);
  }
  throw new Error(`not within ${LONGEST} s: ${name}`);
}

function listed(counts: Record<string, number>): string {
  const found = Object.entries(counts).map(([what, count]) => `${count} × ${what}`);
  return found.join(", ") || "0";
}
