/**
 * Every read of the site as the REST interface sends it, under row-level security, and the statements of its jobs, at
 * 10,000 and 1,000,000 jerseys in turn: lists, the catalogue with filters, searches, a collection of 5,000, the day, letters.
 * Some have a target of their own (`tests/support/reads.ts`). Scans are found inside of functions, too.
 *
 *     npm run bench -- reads [--small 10000] [--large 1000000] [--only text] [--rounds 120]
 */
import type { Statements } from "@maillotheque/backend/testing";

import { browserClient } from "../app/shared/data/browser.ts";
import { queryClient } from "../app/shared/data/query-client.ts";
import { loadAllMessages } from "../app/shared/i18n/messages.ts";
import { actAsPage, capture, type Captured, member, VISITOR } from "../tests/support/capture.ts";
import { type Case, CASES, JOBS, type Subject } from "../tests/support/reads.ts";
import { startBenchServer } from "./scale/database.ts";
import { type Time, timeOf } from "./scale/measure.ts";
import { ADMIN, COLLECTOR, subjects } from "./scale/subjects.ts";
import { percentile, sum } from "./support/figures.ts";
import { readOptions } from "./support/options.ts";
import { type Figure, report } from "./support/report.ts";

const given = readOptions({ small: "10000", large: "1000000", only: "", rounds: "120" });
const MOST_GROWTH = 1.5;
const ROUNDS = Number(given.rounds);
/** A slow read is measured again before it fails: the machine may be busy. */
const ATTEMPTS = 3;
/** Sequential scans of tables with fewer rows don't count. */
const LARGE = 50_000;

interface Side {
  database: Captured;
  subjects: Subject[];
}

/** What is measured: for each subject the statements of its requests. */
interface Read {
  name: string;
  as: string;
  most?: number;
  atOnce?: boolean;
  sent(side: Side): Promise<Statements[][]>;
}

actAsPage();
await loadAllMessages();
const client = await browserClient();
const reads: Read[] = [
  ...CASES.map((each) => ({ ...each, sent: (side: Side) => sentIn(side, each) })),
  ...JOBS.map(({ sql, ...job }) => ({
    ...{ ...job, as: "site" },
    sent: async (side: Side) =>
      side.subjects.map((subject) => [
        // The connection's own role, as the site's.
        [{ text: "select set_config('role', 'none', true)" }, { text: sql(subject) }],
      ]),
  })),
].filter(({ name }) => name.includes(given.only));

const server = await startBenchServer();
const rows: (string | number)[][] = [];
const figures: Figure[] = [];
try {
  const small = await side(Number(given.small));
  const large = await side(Number(given.large));
  for (const each of reads) await measure(each, small, large);
  await Promise.all([small, large].map(({ database }) => database.pool.end()));
} finally {
  await server.stop();
}
const head = ["read", "as", `${given.small}: ms`, `${given.large}: ms`, "×", "× rows", "missed"];
const missed = rows.filter((row) => row.at(-1) !== "").map(([name]) => name);
const summary = `${rows.length} reads. Beyond the target: ${missed.join(", ") || "none"}.`;
await report("reads", { head, rows, figures, summary });

async function side(jerseys: number): Promise<Side> {
  const url = await server.sized(jerseys);
  const database = await capture(url);
  await database.pool.query("reset role");
  const chosen = await subjects(database.pool, jerseys);
  await database.pool.query("set role anon");
  return { database, subjects: chosen };
}

/** The statements that a read sends for each subject. */
async function sentIn({ database, subjects: all }: Side, each: Case): Promise<Statements[][]> {
  const sent: Statements[][] = [];
  // Searches and filters are the same for every subject.
  for (const subject of /^(search|catalogue) /.test(each.name) ? all.slice(0, 1) : all) {
    queryClient.clear();
    const id = { member: subject.member, collector: COLLECTOR, admin: ADMIN, visitor: "" }[each.as];
    const requests = await database.sentBy(id ? member(id) : VISITOR, () =>
      each.read(client, each.as === "collector" ? { ...subject, member: id } : subject),
    );
    sent.push(requests.slice(-(each.last ?? requests.length)));
  }
  return sent;
}

async function measure(each: Read, small: Side, large: Side): Promise<void> {
  // One after the other: their requests go through the one global `fetch`.
  const [sentSmall, sentLarge] = [await each.sent(small), await each.sent(large)];
  if (!sentLarge[0]?.length) throw new Error(`${each.name} sends no request`);
  const before = await scans(large);
  let times: [small: Time[], large: Time[]] = [[], []];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    times = [[], []];
    // The first round prepares the statements.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const both = [
        await once(small, each, sentSmall, round),
        await once(large, each, sentLarge, round),
      ];
      if (round > 0) times.forEach((list, index) => list.push(both[index]!));
      // A read that takes seconds is too slow for certain after a few rounds.
      if (round >= 5 && sum(times[1].map(({ busy }) => busy)) > 2_000) break;
    }
    const { measured, most } = judged(each, times);
    if (measured <= most || measured > 3 * most) break;
  }
  const after = await scans(large);
  const scanned = [...after].filter(([name, count]) => count > (before.get(name) ?? 0));
  const figure = judged(each, times);
  figures.push(figure, { what: `${each.name}: scans`, measured: scanned.length, most: 0 });
  const wrong = [
    figure.measured > figure.most ? "slow" : "",
    ...scanned.map(([name]) => `all of ${name}`),
  ];
  const both = times.map((list) => `${ms(list, 0.5).toFixed(2)} / ${ms(list, 0.99).toFixed(2)}`);
  const growths = [growth(times).toFixed(2), rowGrowth(times).toFixed(1)];
  rows.push([each.name, each.as, ...both, ...growths, wrong.filter(Boolean).join(", ")]);
  console.log(rows.at(-1)!.join(" | "));
}

function judged({ name, most }: Read, times: [Time[], Time[]]) {
  if (most) return { what: `${name}: p99`, measured: ms(times[1], 0.99), most, unit: "ms" };
  const measured = growth(times) / rowGrowth(times);
  return { what: `${name}: growth`, measured, most: MOST_GROWTH, unit: "times" };
}

function ms(times: Time[], share: number): number {
  return percentile(
    times.map(({ busy }) => busy),
    share,
  );
}

function growth([small, large]: [Time[], Time[]]): number {
  return ms(large, 0.5) / ms(small, 0.5);
}

/** The ratio of the answers' rows: a longer answer takes longer. */
function rowGrowth([small, large]: [Time[], Time[]]): number {
  const mean = (times: Time[]) => 1 + sum(times.map((time) => time.rows)) / times.length;
  return Math.max(1, mean(large) / mean(small));
}

async function once({ database }: Side, each: Read, sent: Statements[][], round: number) {
  const role = { visitor: "anon", site: "none" }[each.as] ?? "authenticated";
  const connection = await database.pool.connect();
  try {
    const times: Time[] = [];
    for (const request of sent[round % sent.length]!) {
      times.push(await timeOf(connection, role, request));
    }
    const busy = times.map((time) => time.busy);
    return {
      busy: each.atOnce ? Math.max(...busy) : sum(busy),
      rows: sum(times.map((time) => time.rows)),
    };
  } finally {
    connection.release();
  }
}

/** The number of sequential scans of each large table, by any statement. */
async function scans({ database }: Side): Promise<Map<string, number>> {
  await database.pool.query("select pg_stat_force_next_flush()");
  const found = await database.pool.query<{ relname: string; seq_scan: string }>(
    `select relname, seq_scan from pg_stat_user_tables
     where n_live_tup > ${LARGE} and schemaname in ('public', 'private', 'auth')`,
  );
  return new Map(found.rows.map(({ relname, seq_scan: count }) => [relname, Number(count)]));
}
