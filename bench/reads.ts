/**
 * Every read of the site and of spec §7, as the REST interface sends it, under row-level security, at
 * 10,000 and 1,000,000 jerseys in turn. Fails when one takes more than 1.5 times as long in the large
 * catalogue, reads a large table from end to end (also inside a function), or when a search takes more
 * than 20 ms (p99).
 *
 *     npm run bench -- reads [--small 10000] [--large 1000000] [--only text]
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { browserClient } from "../app/data/browser.ts";
import { queryClient } from "../app/data/query-client.ts";
import { capture, member, VISITOR, type Captured, type Sent } from "./scale/capture.ts";
import { CASES, SEARCHES, type Case } from "./scale/cases.ts";
import { BENCH_DATA, startBenchServer } from "./scale/database.ts";
import { actAsPage } from "./scale/page.ts";
import { percentile, planOf, timeOf, type Plan, type Time } from "./scale/measure.ts";
import { ADMIN, subjects, type Subject } from "./scale/subjects.ts";

const { values: given } = parseArgs({
  options: {
    small: { type: "string", default: "10000" },
    large: { type: "string", default: "1000000" },
    only: { type: "string", default: "" },
  },
});
const MOST_GROWTH = 1.5;
const MOST_SEARCH = 20;
const ROUNDS = 120;
/** A read is measured again before it is said to be slow: this machine may be busy. */
const ATTEMPTS = 3;
/** Tables that are read as a whole rather than searched are no matter below so many rows. */
const LARGE = 50_000;

interface Side {
  database: Captured;
  subjects: Subject[];
}

interface Measured {
  name: string;
  as: Case["as"];
  requests: number;
  small: Time[];
  large: Time[];
  plans: [small: Plan, large: Plan];
  scanned: string[];
}

actAsPage();
const client = await browserClient();
const server = await startBenchServer();
let failed = false;
try {
  const sides = [await side(Number(given.small)), await side(Number(given.large))] as const;
  const wanted = ({ name }: Case) => name.includes(given.only);
  const reads = [];
  for (const each of CASES.filter(wanted)) reads.push(await measured(each, sides, tooSlow));
  report("reads", reads, tooSlow);
  const searches = [];
  for (const each of SEARCHES.filter(wanted))
    searches.push(await measured(each, sides, tooSlowSearch));
  report("searches", searches, tooSlowSearch);
  await writeFile(join(BENCH_DATA, "reads.md"), markdown([...reads, ...searches]));
  await Promise.all(sides.map(({ database }) => database.pool.end()));
} finally {
  await server.stop();
}
process.exit(failed ? 1 : 0);

async function side(jerseys: number): Promise<Side> {
  const url = await server.sized(jerseys);
  const database = await capture(url);
  await database.pool.query("reset role");
  const chosen = await subjects(database.pool, jerseys);
  await database.pool.query("set role anon");
  return { database, subjects: chosen };
}

function busy(times: Time[], share: number): number {
  return percentile(
    times.map((time) => time.busy),
    share,
  );
}

function growth({ small, large }: Measured): number {
  return busy(large, 0.5) / busy(small, 0.5);
}

function tooSlow(found: Measured): boolean {
  return growth(found) > MOST_GROWTH;
}

function tooSlowSearch({ large }: Measured): boolean {
  return busy(large, 0.99) > MOST_SEARCH;
}

async function measured(
  each: Case,
  sides: readonly [Side, Side],
  slow: (found: Measured) => boolean,
): Promise<Measured> {
  // One after the other: what they send goes through the one global `fetch`.
  const small = await sentIn(sides[0], each);
  const large = await sentIn(sides[1], each);
  const found: Measured = {
    name: each.name,
    as: each.as,
    requests: large[0]!.length,
    small: [],
    large: [],
    plans: [await planned(sides[0], each, small), await planned(sides[1], each, large)],
    scanned: [],
  };
  const before = await scans(sides[1]);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    found.small = [];
    found.large = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      found.small.push(await once(sides[0], each, small, round));
      found.large.push(await once(sides[1], each, large, round));
      // What takes seconds is known to be too slow after a few rounds.
      if (round >= 10 && found.large.reduce((sum, { wall }) => sum + wall, 0) > 5_000) break;
    }
    if (!slow(found)) break;
  }
  const after = await scans(sides[1]);
  found.scanned = [...after]
    .filter(([table, count]) => count > (before.get(table) ?? 0))
    .map(([table]) => table);
  process.stdout.write(`${each.name}\u001B[K\r`);
  return found;
}

/** The requests of a read about each subject. */
async function sentIn({ database, subjects: all }: Side, each: Case): Promise<Sent[][]> {
  const sent: Sent[][] = [];
  for (const subject of each.name.startsWith("search") ? all.slice(0, 1) : all) {
    queryClient.clear();
    sent.push(await database.sentBy(callerOf(each, subject), () => each.read(client, subject)));
  }
  return sent;
}

function callerOf({ as }: Case, subject: Subject) {
  if (as === "visitor") return VISITOR;
  return member(as === "admin" ? ADMIN : subject.member);
}

async function once({ database }: Side, each: Case, sent: Sent[][], round: number) {
  const connection = await database.pool.connect();
  try {
    const role = each.as === "visitor" ? "anon" : "authenticated";
    return await timeOf(connection, role, sent[round % sent.length]!);
  } finally {
    connection.release();
  }
}

/** Of all requests of a read together. */
async function planned({ database }: Side, each: Case, sent: Sent[][]): Promise<Plan> {
  const connection = await database.pool.connect();
  try {
    const role = each.as === "visitor" ? "anon" : "authenticated";
    const plans = [];
    for (const request of sent[0]!) plans.push(await planOf(connection, role, request));
    return {
      buffers: plans.reduce((sum, { buffers }) => sum + buffers, 0),
      ways: [...new Set(plans.flatMap(({ ways }) => ways))],
    };
  } finally {
    connection.release();
  }
}

/** How often each large table has been read from end to end, whoever did it. */
async function scans({ database }: Side): Promise<Map<string, number>> {
  const connection = await database.pool.connect();
  try {
    await connection.query("select pg_stat_force_next_flush()");
    const { rows } = await connection.query<{ relname: string; seq_scan: string }>(
      `select relname, seq_scan from pg_stat_user_tables
       where n_live_tup > ${LARGE} and schemaname in ('public', 'private', 'auth')`,
    );
    return new Map(rows.map(({ relname, seq_scan: count }) => [relname, Number(count)]));
  } finally {
    connection.release();
  }
}

function report(title: string, all: Measured[], slow: (found: Measured) => boolean): void {
  const ms = (times: Time[], share: number) => Number(busy(times, share).toFixed(2));
  const wall = (times: Time[]) =>
    percentile(
      times.map((time) => time.wall),
      0.5,
    ).toFixed(2);
  console.log(`\n${title}: ms of processor at ${given.small} and ${given.large} jerseys`);
  console.table(
    all.map((found) => ({
      read: found.name,
      as: found.as,
      "p50 small": ms(found.small, 0.5),
      "p50 large": ms(found.large, 0.5),
      "×": Number(growth(found).toFixed(2)),
      "p99 small": ms(found.small, 0.99),
      "p99 large": ms(found.large, 0.99),
      wall: `${wall(found.small)} → ${wall(found.large)}`,
      pages: `${found.plans[0].buffers} → ${found.plans[1].buffers}`,
      "": [slow(found) ? "SLOW" : "", ...found.scanned.map((table) => `ALL OF ${table}`)].join(" "),
    })),
  );
  const wrong = all.filter((found) => slow(found) || found.scanned.length > 0);
  for (const { name, plans } of wrong) console.log(`${name}: ${plans[1].ways.join(", ")}`);
  failed ||= wrong.length > 0;
}

function markdown(all: Measured[]): string {
  const ms = (times: Time[]) => `${busy(times, 0.5).toFixed(2)} / ${busy(times, 0.99).toFixed(2)}`;
  const lines = all.map((found) => {
    const { name, as, small, large, plans } = found;
    const [few, many] = plans;
    const pages = `${few.buffers} → ${many.buffers}`;
    const times = `${ms(small)} | ${ms(large)} | ${growth(found).toFixed(2)}`;
    return `| ${name} | ${as} | ${times} | ${pages} | ${many.ways.join(", ")} |`;
  });
  return [
    "| read | as | small p50 / p99 ms | large p50 / p99 ms | × | pages | by |",
    "|---|---|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}
