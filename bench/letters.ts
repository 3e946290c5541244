/**
 * What members show, and what changed for them, on their home page and in a week's letters: members with collections and follows,
 * and a week in which jerseys arrive one by one and by an import. Targets: a page that a member shows, and what changed for one,
 * ≤ 20 ms p99 in the database each.
 *
 *     npm run bench -- letters [--jerseys 10000] [--members 20000] [--follows 200000] [--copies 100000] [--arrivals 500]
 *       [--letters 2000] [--rounds 500]
 */
import pg from "pg";
import { parseArgs } from "node:util";

import type { MailTransport } from "@maillotheque/backend";
import { createPool } from "@maillotheque/backend/testing";
import { silentLogger } from "@maillotheque/backend";
import { databaseQueue } from "../server/mail/queue.ts";
import { LETTER_QUEUE } from "../server/mail/queues.ts";
import { sendDueMails } from "../server/mail/send.ts";
import { startBenchServer } from "./scale/database.ts";
import { busySince, percentile } from "./scale/measure.ts";
import { report, table } from "./support/report.ts";

const { values: given } = parseArgs({
  options: {
    jerseys: { type: "string", default: "10000" },
    members: { type: "string", default: "20000" },
    follows: { type: "string", default: "200000" },
    copies: { type: "string", default: "100000" },
    arrivals: { type: "string", default: "500" },
    letters: { type: "string", default: "2000" },
    rounds: { type: "string", default: "500" },
  },
});
const MOST_MS = 20;
const MEMBERS = Number(given.members);

const server = await startBenchServer();
const url = await server.copied(Number(given.jerseys), "letters");
let failed = false;
try {
  await fill(url);
  const pages = await timesOfPages(url);
  const changes = await timesOfChanges(url);
  const { sent, seconds, busy } = await sendAll(url);
  if (sent === 0) throw new Error("no letter was sent");
  const rounded = (value: number) => value.toFixed(1);
  const timed = (what: string, times: number[]) => [
    `${what}, ms of processor`,
    rounded(percentile(times, 0.5)),
    rounded(percentile(times, 0.99)),
    `≤ ${MOST_MS}`,
  ];
  const rows = [
    timed("a page that a member shows", pages),
    timed("what changed for a member", changes),
    [`a week's letters, ${sent} sent for ${given.letters} members, s`, rounded(seconds), "", ""],
    ["of that, waited for the database, s", rounded(busy), "", ""],
  ];
  const what = `${MEMBERS} members, ${given.follows} follows, ${given.copies} jerseys in collections, ${given.arrivals} arrivals and as many by an import`;
  console.log(what);
  console.table(rows);
  const summary = rows
    .map(([name, median, p99]) => `${name}: ${median}${p99 ? ` (p99 ${p99})` : ""}`)
    .join("; ");
  await report(
    "letters",
    table(["what", "median", "p99", "target"], rows as string[][]),
    `${what}. ${summary}.`,
  );
  failed = [pages, changes].some((times) => percentile(times, 0.99) > MOST_MS);
} finally {
  await server.drop(url);
  await server.stop();
}
process.exit(failed ? 1 : 0);

/** Members with follows, collections and a wanted letter, and a week of arrivals. */
async function fill(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query("select setseed(0.5)");
    await client.query(
      `insert into auth.users (id, email, email_confirmed_at, created_at)
       select gen_random_uuid(), 'reader' || n || '@example.org', now(), now() - interval '1 year' from generate_series(1, $1) n`,
      [MEMBERS],
    );
    await client.query(
      `create temporary table readers as
       select id, row_number() over () as n from auth.users where email like 'reader%@example.org'`,
    );
    await client.query("create index on readers (n)");
    await client.query(
      `create temporary table targets as
       select id, type, row_number() over () as n from (
         select id, 'team' as type from teams where is_active
         union all select id, 'competition' from competitions where is_active
         union all select id, 'brand' from brands) everything`,
    );
    await client.query("create index on targets (n)");
    // Most follow a few; what they follow is spread evenly.
    await client.query(
      `insert into follows (member_id, target_type, target_id)
       select reader.id, target.type, target.id
       from (select 1 + floor($2 * power(random(), 2))::integer as reader, 1 + floor(random() * (select count(*) from targets))::integer as target
         from generate_series(1, $1)) pair
       join readers reader on reader.n = pair.reader
       join targets target on target.n = pair.target
       on conflict do nothing`,
      [Number(given.follows), MEMBERS],
    );
    await client.query(
      `create temporary table shown as
       select id, team_id, competition_id, brand_id, row_number() over (order by random()) as n
       from jerseys where status = 'approved' and is_active`,
    );
    await client.query("create index on shown (n)");
    await client.query(
      `insert into user_collections (user_id, jersey_id)
       select reader.id, jersey.id
       from (select 1 + floor($2 * power(random(), 2))::integer as reader, 1 + floor(random() * (select count(*) from shown))::integer as jersey
         from generate_series(1, $1)) pair
       join readers reader on reader.n = pair.reader
       join shown jersey on jersey.n = pair.jersey
       on conflict do nothing`,
      [Number(given.copies), MEMBERS],
    );
    await client.query(
      `insert into private.arrivals (target_id, jersey_id, kind, is_bulk, at)
       select distinct target, jersey.id, case when jersey.n % 4 = 0 then 'photo' else 'jersey' end, jersey.n > $1,
         now() - interval '6 days' * (jersey.n::double precision / (2 * $1))
       from shown jersey, unnest(array[jersey.team_id, jersey.competition_id, jersey.brand_id]) target
       where jersey.n <= 2 * $1 and target is not null
       on conflict do nothing`,
      [Number(given.arrivals)],
    );
    await client.query(
      `insert into letters (member_id, is_wanted, week, covered_until)
       select id, true, private.letter_week() - 7, now() - interval '7 days' from readers where n <= $1`,
      [Number(given.letters)],
    );
    await client.query(
      "insert into visits (member_id, seen_at, since) select id, now(), now() - interval '7 days' from readers",
    );
    // Of the members who show their collection, one in ten is among those with most.
    await client.query(
      `insert into profiles (id, username)
       select id, 'reader' || n from readers where n <= $1 / 10 or n % ($2 / $1) = 0`,
      [Number(given.rounds), MEMBERS],
    );
    await client.query(
      `insert into showcases (member_id, is_open, with_wishes, teams)
       select profile.id, true, true, array(select id from teams where is_active order by id limit 3)
       from profiles profile join readers reader on reader.id = profile.id`,
    );
    await client.query(
      `with shown as (
         insert into copies (owner_id, jersey_id)
         select stored.member_id, shelf.jersey_id
         from showcases stored cross join lateral (
           select jersey_id from user_collections where user_id = stored.member_id limit 5) shelf
         returning id, owner_id)
       insert into showcase_shirts (member_id, place, copy_id, line)
       select owner_id, row_number() over (partition by owner_id), id, 'In the vitrine' from shown`,
    );
    for (const name of [
      "auth.users",
      "profiles",
      "copies",
      "showcases",
      "showcase_shirts",
      "follows",
      "user_collections",
      "private.arrivals",
      "letters",
      "visits",
    ]) {
      await client.query(`analyze ${name}`);
    }
  } finally {
    await client.end();
  }
}

/** Milliseconds of the database's processor for all reads of the page of each member who shows one, for a visitor. */
function timesOfPages(connectionString: string): Promise<number[]> {
  return timesOf(
    connectionString,
    "select username as value from profiles where username like 'reader%' limit $1",
    [
      "set role anon",
      "select * from showcase($1)",
      "select * from showcase_shirts($1)",
      "select * from showcase_sets($1)",
      "select * from showcase_collection($1) order by created_at desc limit 24",
      "select * from showcase_wishes($1) order by created_at desc limit 24",
      "reset role",
    ],
  );
}

/** Milliseconds of the database's processor for what changed, for members at random. */
function timesOfChanges(connectionString: string): Promise<number[]> {
  return timesOf(
    connectionString,
    "select member_id as value from visits order by md5(member_id::text) limit $1",
    ["select * from private.changes_of($1, now() - interval '7 days', now(), 12)"],
  );
}

/** Milliseconds of the database's processor for some statements, for each of the values. */
async function timesOf(connectionString: string, values: string, statements: string[]) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: string }>(values, [Number(given.rounds)]);
    const times: number[] = [];
    for (const { value } of rows) {
      const began = busySince(client) ?? performance.now();
      for (const statement of statements) {
        await client.query(statement, statement.includes("$1") ? [value] : []);
      }
      times.push((busySince(client) ?? performance.now()) - began);
    }
    return times;
  } finally {
    await client.end();
  }
}

/** Sends a week's letters to nobody. */
async function sendAll(connectionString: string) {
  const pool = createPool({ url: connectionString, log: silentLogger });
  let busyMs = 0;
  const queue = databaseQueue(LETTER_QUEUE, pool);
  const timed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    const result = await work();
    busyMs += performance.now() - began;
    return result;
  };
  const transport: MailTransport = { deliver: async () => undefined, close() {} };
  const began = performance.now();
  let sent = 0;
  const isDue = async () => {
    const { rows } = await pool.query(
      "select from letters where week < private.letter_week() limit 1",
    );
    return rows.length > 0;
  };
  // An empty claim may mean that it passed over many: the job's next round goes on.
  do {
    sent += await sendDueMails(
      LETTER_QUEUE,
      {
        claim: () => timed(() => queue.claim()),
        settle: (id, problem) => timed(() => queue.settle(id, problem)),
      },
      { transport, siteUrl: "https://maillotheque.example", log: silentLogger as never },
    );
  } while (await isDue());
  const seconds = (performance.now() - began) / 1000;
  await pool.end();
  return { sent, seconds, busy: busyMs / 1000 };
}
