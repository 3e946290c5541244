/**
 * The reads of the catalogue with filters (a step and the counts) for thirty combinations, at
 * 10,000 and 1,000,000 jerseys, and what its entries add to a vote. Fails if the combinations take
 * more than 20 ms (median) or 60 ms (p99) of processor time, if one takes more than twice its time in
 * the small catalogue for as many rows (those that the database looks at, shown or not), if jerseys or
 * entries are scanned, or if a vote with its settlement costs more than 1.2 times a vote alone.
 *
 *     npm run bench -- catalogue [--small 10000] [--large 1000000] [--rounds 20] [--only text]
 */
import { silentLogger } from "@maillotheque/backend";
import { createPool } from "@maillotheque/backend/testing";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type pg from "pg";

import { COMBINATIONS, type Combination } from "./scale/catalogue-filters.ts";
import { startBenchServer, type BenchServer } from "./scale/database.ts";
import { percentile } from "./scale/measure.ts";
import { report, table } from "./support/report.ts";

const { values: given } = parseArgs({
  options: {
    small: { type: "string", default: "10000" },
    large: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "20" },
    only: { type: "string", default: "" },
  },
});
const MOST_MEDIAN = 20;
const MOST_P99 = 60;
const MOST_GROWTH = 2;
const MOST_VOTE = 1.2;
/** Fewer milliseconds than this are not compared: planning alone differs by as much. */
const LEAST = 2;
const ROUNDS = Number(given.rounds);

const VOTE = `insert into jersey_votes (jersey_id, voter_id, vote) values ($1, $2, 'up')
  on conflict (jersey_id, voter_id) do update set vote = excluded.vote`;
const STAND = `insert into private.standings (jersey_id, upvotes) values ($1, 1)
  on conflict (jersey_id) do update set upvotes = standings.upvotes + 1`;

interface Measured {
  busy: number[];
  rows: number;
}

let failed = false;
const server = await startBenchServer();
try {
  const small = await measureAll(await server.sized(Number(given.small)));
  const large = await measureAll(await server.sized(Number(given.large)));
  await printResults(small, large);
  await measureVotes(server);
} finally {
  await server.stop();
}
process.exit(failed ? 1 : 0);

/** Processor time of the connection's process in milliseconds; other load doesn't count. */
function busyOf(client: pg.PoolClient): number {
  const { processID } = client as unknown as { processID: number };
  return Number(readFileSync(`/proc/${processID}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

async function measureAll(url: string): Promise<Map<string, Measured>> {
  const pool = createPool({ url, log: silentLogger, max: 1 });
  const client = (await pool.connect()) as unknown as pg.PoolClient;
  const before = await scans(client);
  await client.query("set role anon");
  const results = new Map<string, Measured>();
  for (const each of COMBINATIONS.filter(({ name }) => name.includes(given.only))) {
    results.set(each.name, await measure(client, each));
  }
  await client.query("reset role");
  const scanned = [...(await scans(client))].filter(([name, count]) => count > before.get(name)!);
  if (scanned.length > 0) fail(`scanned: ${scanned.map(([name]) => name).join(", ")}`);
  client.release();
  await pool.end();
  return results;
}

async function measure(client: pg.PoolClient, each: Combination): Promise<Measured> {
  const filter = JSON.stringify(each.filter);
  let after: string | null = null;
  const step = async () =>
    (
      await client.query("select catalogue_page($1, $2, $3) as page", [
        filter,
        each.sort ?? "best",
        after,
      ])
    ).rows[0].page as { ids: string[]; next: string | null };
  for (let number = 0; number < (each.steps ?? 0); number += 1) {
    const { next } = await step();
    if (next === null) break;
    after = next;
  }
  const busy: number[] = [];
  let rows = 0;
  await client.query("begin");
  for (let round = 0; round <= ROUNDS; round += 1) {
    const readBefore = await rowsRead(client);
    const began = busyOf(client);
    await step();
    await client.query("select * from catalogue_counts($1)", [filter]);
    // The first round reads from disk.
    if (round > 0) busy.push(busyOf(client) - began);
    rows = (await rowsRead(client)) - readBefore;
  }
  await client.query("commit");
  return { busy, rows };
}

/** How many rows the connection's transaction has read from tables so far. */
async function rowsRead(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as count
     from pg_stat_xact_user_tables where schemaname in ('public', 'private')`,
  );
  return Number(rows[0]?.count);
}

async function scans(client: pg.PoolClient): Promise<Map<string, number>> {
  await client.query("select pg_stat_force_next_flush()");
  const { rows } = await client.query<{ relname: string; seq_scan: string }>(
    `select relname, seq_scan from pg_stat_user_tables
     where relname in ('jerseys', 'catalogue_entries', 'search_documents')`,
  );
  return new Map(rows.map(({ relname, seq_scan: count }) => [relname, Number(count)]));
}

async function printResults(
  small: Map<string, Measured>,
  large: Map<string, Measured>,
): Promise<void> {
  const rows = [...large].map(([name, { busy, rows: count }]) => {
    const before = small.get(name)!;
    const median = percentile(busy, 0.5);
    const growth =
      median / Math.max(LEAST, percentile(before.busy, 0.5)) / Math.max(1, count / before.rows);
    const wrong = growth > MOST_GROWTH ? "slow" : "";
    if (wrong) fail(`${name}: ${growth.toFixed(1)} times`);
    const both = (times: number[]) =>
      `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.99).toFixed(1)}`;
    return [
      name,
      both(before.busy),
      both(busy),
      growth.toFixed(2),
      `${before.rows} → ${count}`,
      wrong,
    ];
  });
  const all = [...large.values()].flatMap(({ busy }) => busy);
  const [median, p99] = [percentile(all, 0.5), percentile(all, 0.99)];
  if (median > MOST_MEDIAN) fail(`median ${median.toFixed(1)} ms`);
  if (p99 > MOST_P99) fail(`p99 ${p99.toFixed(1)} ms`);
  const lines = table(
    ["combination", `${given.small}: ms`, `${given.large}: ms`, "×", "rows", ""],
    [...rows, ["**all**", "", `${median.toFixed(1)} / ${p99.toFixed(1)}`, "", "", ""]],
  );
  console.log(lines.join("\n"));
  const slow = rows.filter((row) => row.at(-1) !== "").map(([name]) => name);
  const both = `median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  const summary = `${given.large} jerseys: ${both}. Beyond twice their time at ${given.small}: ${slow.join(", ") || "none"}.`;
  await report("catalogue", lines, summary);
}

/** Votes of one member on many jerseys: alone, and with notes, entries and settlement. */
async function measureVotes(bench: BenchServer): Promise<void> {
  const url = await bench.copied(Number(given.small), "votes");
  const pool = createPool({ url, log: silentLogger, max: 1 });
  const client = (await pool.connect()) as unknown as pg.PoolClient;
  try {
    const { rows } = await client.query<{ id: string }>(
      "select id from jerseys where status = 'approved' and is_active order by md5(id::text) limit 4000",
    );
    const { rows: members } = await client.query("select id from auth.users order by id limit 1");
    const keepsStandings = await standingsFollow(client, rows[0]!.id, members[0].id);
    const alone: number[] = [];
    const settled: number[] = [];
    // In turns of 50 votes: about what a busy second brings.
    for (let turn = 0; turn < 40; turn += 1) {
      const jerseys = rows.slice(turn * 100, turn * 100 + 100).map(({ id }) => id);
      await client.query("alter table private.standings disable trigger standings_mark_pending");
      alone.push(await votes(client, members[0].id, jerseys.slice(0, 50), keepsStandings, false));
      await client.query("alter table private.standings enable trigger standings_mark_pending");
      settled.push(await votes(client, members[0].id, jerseys.slice(50), keepsStandings, true));
    }
    const [before, after] = [percentile(alone, 0.5) / 50, percentile(settled, 0.5) / 50];
    const ratio = after / before;
    if (ratio > MOST_VOTE) fail(`a vote costs ${ratio.toFixed(2)} times`);
    const lines = table(
      ["a vote", "ms of processor"],
      [
        ["alone", before.toFixed(3)],
        ["with note and settlement", after.toFixed(3)],
        ["ratio", ratio.toFixed(2)],
      ],
    );
    console.log(lines.join("\n"));
    const times = `${after.toFixed(2)} ms with its entry, ${before.toFixed(2)} ms alone`;
    await report("catalogue-votes", lines, `A vote: ${times}, ratio ${ratio.toFixed(2)}.`);
  } finally {
    client.release();
    await pool.end();
    await bench.drop(url);
  }
}

/** Whether a vote changes the standings by itself. */
async function standingsFollow(client: pg.PoolClient, jersey: string, member: string) {
  await client.query("begin");
  await client.query("delete from private.standings where jersey_id = $1", [jersey]);
  await client.query(VOTE, [jersey, member]);
  const { rowCount } = await client.query(
    "select from private.standings where jersey_id = $1 and upvotes > 0",
    [jersey],
  );
  await client.query("rollback");
  return rowCount === 1;
}

async function votes(
  client: pg.PoolClient,
  member: string,
  jerseys: string[],
  keepsStandings: boolean,
  settles: boolean,
): Promise<number> {
  await client.query("delete from jersey_votes where voter_id = $1", [member]);
  const began = busyOf(client);
  for (const jersey of jerseys) {
    await client.query("begin");
    await client.query(VOTE, [jersey, member]);
    if (!keepsStandings) await client.query(STAND, [jersey]);
    await client.query("commit");
  }
  if (settles) await client.query("select private.apply_pending_standings()");
  return busyOf(client) - began;
}

function fail(reason: string): void {
  console.log(`    ${reason}`);
  failed = true;
}
