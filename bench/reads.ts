/**
 * Every read of the site as the REST interface sends it, under row-level security, at 10,000 and
 * 1,000,000 jerseys in turn. Fails if a read takes more than 1.5 times as long in the large
 * catalogue for the same number of rows, if it scans a large table sequentially (also inside a
 * function), or if a search takes more than 20 ms (p99).
 *
 *     npm run bench -- reads [--small 10000] [--large 1000000] [--only text] [--rounds 120]
 */
import type { Statements } from "@maillotheque/backend/testing";
import { parseArgs } from "node:util";

import { browserClient } from "../app/shared/data/browser.ts";
import { queryClient } from "../app/shared/data/query-client.ts";
import { loadAllMessages } from "../app/shared/i18n/messages.ts";
import { capture, member, VISITOR, type Captured } from "./scale/capture.ts";
import { CASES, SEARCHES, type Case } from "./scale/cases.ts";
import { startBenchServer } from "./scale/database.ts";
import { actAsPage } from "./scale/page.ts";
import { percentile, planOf, timeOf, type Plan, type Time } from "./scale/measure.ts";
import { ADMIN, subjects, type Subject } from "./scale/subjects.ts";
import { report, table } from "./support/report.ts";

const { values: given } = parseArgs({
  options: {
    small: { type: "string", default: "10000" },
    large: { type: "string", default: "1000000" },
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "120" },
  },
});
/** Widths of the printed columns, in characters. */
const WIDTHS = [30, 8, 16, 16, 7, 7, 18, 18];
const MOST_GROWTH = 1.5;
const MOST_SEARCH = 20;
const ROUNDS = Number(given.rounds);
/** A slow read is measured again before it fails: the machine may be busy. */
const ATTEMPTS = 3;
/** Sequential scans of tables with fewer rows don't count. */
const LARGE = 50_000;

interface Side {
  database: Captured;
  subjects: Subject[];
}

interface Measured {
  name: string;
  as: Case["as"];
  small: Time[];
  large: Time[];
  plans: [small: Plan, large: Plan];
  scanned: string[];
}

const wanted = ({ name }: Case) => name.includes(given.only);
if (![...CASES, ...SEARCHES].some(wanted)) throw new Error(`no read is named “${given.only}”`);

actAsPage();
await loadAllMessages();
const client = await browserClient();
const server = await startBenchServer();
let failed = false;
try {
  const sides = [await side(Number(given.small)), await side(Number(given.large))] as const;
  console.log(`ms of processor (median / p99) at ${given.small} and ${given.large} jerseys`);
  console.log(row("read", "as", "small", "large", "×", "× rows", "ms on the clock", "pages"));
  await measureAll("reads", CASES.filter(wanted), sides, tooSlow);
  await measureAll("search", SEARCHES.filter(wanted), sides, tooSlowSearch);
  await Promise.all(sides.map(({ database }) => database.pool.end()));
} finally {
  await server.stop();
}
process.exit(failed ? 1 : 0);

async function measureAll(
  title: string,
  cases: Case[],
  sides: readonly [Side, Side],
  slow: (found: Measured) => boolean,
): Promise<void> {
  // `--only` may leave none of a table.
  if (cases.length === 0) return;
  const found: Measured[] = [];
  for (const each of cases) found.push(await measured(each, sides, slow));
  await report(title, markdown(found), summary(found, slow));
}

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

/** The ratio of the answers' rows: a longer answer takes longer. */
function rowGrowth({ small, large }: Measured): number {
  const rows = (times: Time[]) =>
    1 + times.reduce((sum, time) => sum + time.rows, 0) / times.length;
  return Math.max(1, rows(large) / rows(small));
}

function tooSlow(found: Measured): boolean {
  return growth(found) > MOST_GROWTH * rowGrowth(found);
}

function tooSlowSearch({ large }: Measured): boolean {
  return busy(large, 0.99) > MOST_SEARCH;
}

async function measured(
  each: Case,
  sides: readonly [Side, Side],
  slow: (found: Measured) => boolean,
): Promise<Measured> {
  // One after the other: their requests go through the one global `fetch`.
  const small = await sentIn(sides[0], each);
  const large = await sentIn(sides[1], each);
  if (!large[0]?.length) throw new Error(`${each.name} sends no request`);
  const found: Measured = {
    name: each.name,
    as: each.as,
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
      // A read that takes seconds is too slow for certain after a few rounds.
      if (round >= 5 && found.large.reduce((sum, { wall }) => sum + wall, 0) > 2_000) break;
    }
    if (!slow(found) || growth(found) > 3 * MOST_GROWTH) break;
  }
  const after = await scans(sides[1]);
  // Sequential scans in the plan, or inside a function.
  found.scanned = [...after]
    .filter(
      ([table, count]) =>
        count > (before.get(table) ?? 0) || found.plans[1].ways.includes(`all of ${table}`),
    )
    .map(([table]) => table);
  printRead(found, slow(found));
  return found;
}

/** The statements that a read sends for each subject. */
async function sentIn({ database, subjects: all }: Side, each: Case): Promise<Statements[][]> {
  const sent: Statements[][] = [];
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

async function once({ database }: Side, each: Case, sent: Statements[][], round: number) {
  const connection = await database.pool.connect();
  try {
    const role = each.as === "visitor" ? "anon" : "authenticated";
    const times: Time[] = [];
    for (const request of sent[round % sent.length]!) {
      times.push(await timeOf(connection, role, request));
    }
    const all = (of: keyof Time) => times.map((time) => time[of]);
    const total = (of: keyof Time) => all(of).reduce((sum, value) => sum + value, 0);
    const longest = (of: keyof Time) => (each.atOnce ? Math.max(...all(of)) : total(of));
    return { wall: longest("wall"), busy: longest("busy"), rows: total("rows") };
  } finally {
    connection.release();
  }
}

/** The plan of all requests of a read together. */
async function planned({ database }: Side, each: Case, sent: Statements[][]): Promise<Plan> {
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

/** The number of sequential scans of each large table, by any statement. */
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

function row(...cells: (string | number)[]): string {
  return cells.map((cell, index) => String(cell).padEnd(WIDTHS[index] ?? 0)).join(" ");
}

function printRead(found: Measured, slow: boolean): void {
  const { name, as, small, large, plans, scanned } = found;
  const wall = (times: Time[]) =>
    percentile(
      times.map((time) => time.wall),
      0.5,
    ).toFixed(1);
  const wrong = [slow ? "SLOW" : "", ...scanned.map((table) => `ALL OF ${table}`)].join(" ").trim();
  const pages = `${plans[0].buffers} → ${plans[1].buffers}`;
  const walls = `${wall(small)} → ${wall(large)}`;
  console.log(
    row(
      name,
      as,
      both(small),
      both(large),
      growth(found).toFixed(2),
      rowGrowth(found).toFixed(1),
      walls,
      pages,
      wrong,
    ),
  );
  if (wrong !== "") console.log(`    ${plans[1].ways.join(", ")}`);
  failed ||= wrong !== "";
}

/** The median and the 99th percentile. */
function both(times: Time[]): string {
  return `${busy(times, 0.5).toFixed(2)} / ${busy(times, 0.99).toFixed(2)}`;
}

function markdown(all: Measured[]): string[] {
  const [small, large] = [given.small, given.large].map((size) =>
    Number(size).toLocaleString("en"),
  );
  const head = ["read", "as", `${small}: ms`, `${large}: ms`, "×", "× rows", "pages", ""];
  const rows = all.map((found) => {
    const { name, as, plans, scanned } = found;
    const pages = plans.map(({ buffers }) => buffers).join(" → ");
    const growths = [growth(found).toFixed(2), rowGrowth(found).toFixed(1)];
    const slow = name.startsWith("search") ? tooSlowSearch(found) : tooSlow(found);
    const wrong = [slow ? "slow" : "", ...scanned.map((read) => `all of ${read}`)].join(" ").trim();
    return [name, as, both(found.small), both(found.large), ...growths, pages, wrong];
  });
  return table(head, rows);
}

/** The times in the large catalogue by caller, and what missed its target. */
function summary(all: Measured[], slow: (found: Measured) => boolean): string {
  const callers = Object.entries(Object.groupBy(all, ({ as }) => as)).map(([as, found]) => {
    const medians = found.map(({ large }) => busy(large, 0.5));
    const slowest = found.toSorted((a, b) => busy(b.large, 0.99) - busy(a.large, 0.99))[0]!;
    const p99 = `${busy(slowest.large, 0.99).toFixed(1)} ms at p99`;
    return `${as}: ${found.length} reads, median ${percentile(medians, 0.5).toFixed(2)} ms, slowest “${slowest.name}” ${p99}.`;
  });
  const missed = all.filter((found) => slow(found) || found.scanned.length > 0);
  const names = missed.map(({ name }) => name).join(", ") || "none";
  return `${callers.join(" ")} Beyond the target: ${names}.`;
}
