/**
 * A collection of 5,000 copies among those of all other members: its first screen, all of its pages, and
 * what the browser counts. Targets: first screen ≤ 20 ms in the database, statistics ≤ 50 ms.
 *
 *     npm run bench -- copies [--jerseys 10000] [--copies 5000] [--rounds 20]
 */
import type { Statements } from "@maillotheque/backend/testing";
import pg from "pg";
import { parseArgs } from "node:util";

import { copyPages } from "../app/collect/data/copies/copies.ts";
import type { Copy } from "../app/collect/domain/copies/copy.ts";
import {
  countBy,
  DIMENSIONS,
  growth,
  growthByPurchase,
  values,
  yearColumns,
} from "../app/collect/domain/copies/statistics.ts";
import { copyFacts } from "../app/collect/i18n/copy-facts.ts";
import { capture, member } from "./scale/capture.ts";
import { startBenchServer } from "./scale/database.ts";
import { percentile, timeOf } from "./scale/measure.ts";
import { actAsPage } from "./scale/page.ts";
import { ADMIN } from "./scale/subjects.ts";
import { report, table } from "./support/report.ts";

const { values: given } = parseArgs({
  options: {
    jerseys: { type: "string", default: "10000" },
    copies: { type: "string", default: "5000" },
    rounds: { type: "string", default: "20" },
  },
});
const MOST_FIRST_MS = 20;
const MOST_STATISTICS_MS = 50;
const ROUNDS = Number(given.rounds);

actAsPage();
const server = await startBenchServer();
const url = await server.copied(Number(given.jerseys), "copies");
let failed = false;
try {
  const others = await collect(url);
  const database = await capture(url);
  const { sent, copies } = await readAll(database);
  if (copies.length < Number(given.copies))
    throw new Error(`only ${copies.length} copies were read`);
  const first: number[] = [];
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times = [];
    for (const request of sent) times.push((await timed(database.pool, request)).busy);
    first.push(times[0] ?? 0);
    all.push(times.reduce((sum, time) => sum + time, 0));
  }
  const counted = statisticsTimes(copies);
  await database.pool.end();
  const rows = [
    row("first screen, ms of processor", first, `≤ ${MOST_FIRST_MS}`),
    row(`all ${copies.length} copies, ${sent.length} requests`, all, ""),
    row("statistics, ms of processor", counted, `≤ ${MOST_STATISTICS_MS}`),
  ];
  console.log(`${copies.length} copies of a member, ${others} of others`);
  console.table(rows);
  const summary = rows.map(([what, median, p99]) => `${what}: ${median} (p99 ${p99})`).join("; ");
  await report("copies", table(["what", "median", "p99", "target"], rows), `${summary}.`);
  failed = percentile(first, 0.99) > MOST_FIRST_MS || percentile(counted, 0.5) > MOST_STATISTICS_MS;
} finally {
  await server.drop(url);
  await server.stop();
}
process.exit(failed ? 1 : 0);

/** Gives a member many copies. @returns how many the others have */
async function collect(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query("delete from public.copies where owner_id = $1", [ADMIN]);
    await client.query(
      `insert into public.copies (owner_id, jersey_id, size, condition, price, currency, bought_on, notes, created_at)
       select $1, id, 'M', 'good', 50 + n % 100, 'EUR', (1990 + n % 35)::text, repeat('note ', (n % 20)::integer),
         now() - interval '1 hour' * n
       from (
         select id, row_number() over (order by id) as n from public.jerseys
         where status = 'approved' and is_active limit $2) owned`,
      [ADMIN, Number(given.copies)],
    );
    await client.query("analyze public.copies");
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::integer from public.copies where owner_id <> $1",
      [ADMIN],
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}

/** The requests that read all copies, and the copies. */
async function readAll(database: Awaited<ReturnType<typeof capture>>) {
  const options = copyPages(ADMIN);
  const queryFn = options.queryFn as unknown as (context: {
    pageParam: unknown;
  }) => Promise<Copy[]>;
  const pages: Copy[][] = [];
  const sent: Statements[] = [];
  let pageParam = options.initialPageParam as unknown;
  do {
    let page: Copy[] = [];
    const requests = await database.sentBy(member(ADMIN), async () => {
      page = await queryFn({ pageParam });
    });
    sent.push(...requests);
    pages.push(page);
    pageParam = options.getNextPageParam(page, pages, undefined, []);
  } while (pageParam);
  return { sent, copies: pages.flat() };
}

async function timed(
  pool: Awaited<ReturnType<typeof capture>>["pool"],
  request: Statements,
): Promise<{ busy: number }> {
  const connection = await pool.connect();
  try {
    return await timeOf(connection, "authenticated", request);
  } finally {
    connection.release();
  }
}

/** How long the browser counts, in milliseconds of processor time. */
function statisticsTimes(copies: readonly Copy[]): number[] {
  return Array.from({ length: ROUNDS }, () => {
    const began = processorMs();
    const counted = copies.map((copy) => ({ copy, facts: copyFacts(copy, "fr") }));
    for (const dimension of DIMENSIONS) countBy(counted, dimension);
    yearColumns(counted);
    growth(counted);
    growthByPurchase(counted);
    values(counted);
    return processorMs() - began;
  });
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function row(what: string, times: number[], target: string): (string | number)[] {
  const rounded = (share: number) => percentile(times, share).toFixed(1);
  return [what, rounded(0.5), rounded(0.99), target];
}
