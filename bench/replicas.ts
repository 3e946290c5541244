/**
 * How reads grow with replicas: the same reads of visitors on a primary alone, with one replica and
 * with two, and the processor time that the busiest database needs for them. Each database on a
 * machine of its own, twice as many reads are possible where it needs half. Target: two replicas give
 * 1.8 times the reads of one.
 *
 *     npm run bench -- replicas
 *
 * PostgreSQL must be installed (`apt-get install postgresql`).
 */
import { type Backend, createBackend, silentLogger } from "@maillotheque/backend";
import { debianPostgres, startDebianPostgres } from "@maillotheque/backend/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

import { SITE_OPTIONS } from "../server/operate/backend-options.ts";
import { familyOf, processorTimeOf } from "./support/process.ts";
import { report, table } from "./support/report.ts";
import { verdict } from "./support/targets.ts";

const READS = 8_000;
/** Reads before, so that statements are prepared and tables in memory. */
const WARM_UP = 2_000;
const AT_ONCE = 8;
const JERSEYS = 5_000;
const PATHS = [
  "jerseys?select=id,title,team,score,jersey_images(url)&status=eq.approved&order=score.desc,id&limit=50",
  "jerseys?select=*&team=ilike.*verts%2012*&order=created_at.desc&limit=20",
  "competitions?select=id,name,league&order=name",
];

if (!(await debianPostgres())) {
  console.error("not run: apt-get install postgresql");
  process.exit(1);
}
await using running = new AsyncDisposableStack();
const postgres = await startDebianPostgres();
running.defer(() => postgres.stop());
const url = await postgres.createDatabase("site");
const dataDir = await mkdtemp(join(tmpdir(), "replicas-"));
running.defer(() => rm(dataDir, { recursive: true, force: true }));
const options = {
  ...SITE_OPTIONS,
  databaseUrl: url,
  dataDir,
  siteUrl: "http://127.0.0.1:3000",
  mail: { ...SITE_OPTIONS.mail, from: "bench@example.test" },
};
await (await createBackend(options, silentLogger)).close();
await fill();
const standbys = [await postgres.addStandby(), await postgres.addStandby()];
const servers = [postgres, ...standbys].map(({ pid }) => pid);

const rows: (string | number)[][] = [];
const busiest: number[] = [];
for (const replicas of [0, 1, 2]) {
  const urls = standbys.slice(0, replicas).map((standby) => standby.urlOf("site"));
  const backend = await createBackend(
    { ...options, replicas: { urls, longestLagSeconds: 5 } },
    silentLogger,
  );
  await sleep(2_000);
  await read(backend, WARM_UP);
  const before = servers.map(timeOf);
  await read(backend, READS);
  const after = servers.map(timeOf);
  const used = await Promise.all(
    after.map(async (time, index) => (await time) - (await before[index]!)),
  );
  await backend.close();
  const perRead = used.map((milliseconds) => milliseconds / READS);
  busiest.push(Math.max(...perRead));
  rows.push([replicas, ...perRead.map((time) => time.toFixed(2)), busiest.at(-1)!.toFixed(2)]);
}

const lines = table(["replicas", "primary", "replica 1", "replica 2", "the busiest"], rows);
console.log(lines.join("\n"));
const summary = `The busiest with 0, 1 and 2 replicas: ${busiest.map((time) => time.toFixed(2)).join(", ")} ms.`;
await report("replicas", lines, summary);
verdict([
  { what: "reads with two replicas to one", measured: busiest[1]! / busiest[2]!, least: 1.8 },
]);

/** Milliseconds of processor of a server and its connections. */
async function timeOf(pid: number): Promise<number> {
  const times = await Promise.all(familyOf(pid).map((one) => processorTimeOf(one).catch(() => 0)));
  return times.reduce((sum, time) => sum + time, 0);
}

async function read(backend: Backend, count: number): Promise<void> {
  let left = count;
  const reader = async () => {
    while (left > 0) {
      left -= 1;
      const address = `${options.siteUrl}/rest/v1/${PATHS[left % PATHS.length]}`;
      const headers = { apikey: backend.apiKeys.anon };
      const answer = await backend.fetch(new Request(address, { headers }));
      if (!answer.ok) throw new Error(await answer.text());
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
}

async function fill(): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("insert into competitions (league, name) values ('SOCCER', 'Coupe')");
  await client.query("insert into seasons (code, name) values ('1998', '1998')");
  await client.query(
    `insert into jerseys (title, author_id, league, competition_id, season_id, team, status)
     select 'Le vert ' || n, null, 'SOCCER', (select id from competitions limit 1),
       (select id from seasons limit 1), 'Les Verts ' || n, 'approved' from generate_series(1, $1) n`,
    [JERSEYS],
  );
  await client.query("analyze");
  await client.end();
}
