/**
 * Writes in the database, among 10,000 jerseys: a vote; a list of 5,000 shirts into a collection; 20,000 jerseys into the
 * catalogue, each with an image; undoing both; another name and other colours for a team with 3,000 jerseys. Then a running
 * site: how long after a vote was acknowledged its jersey's page shows it, while others vote, and while jerseys are imported.
 *
 *     npm run bench -- writes [--jerseys 10000] [--copies 5000] [--lines 20000] [--team 3000] [--only vote,collection,catalogue,team,soon]
 */
import type { SupabaseClient } from "@supabase/supabase-js";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

import { type Site, startSite } from "../tests/support/site.ts";
import { startBenchServer } from "./scale/database.ts";
import { busySince } from "./scale/measure.ts";
import { ADMIN } from "./scale/subjects.ts";
import { connected } from "./support/connected.ts";
import { median, percentile } from "./support/figures.ts";
import { signUp } from "./support/member.ts";
import { readOptions } from "./support/options.ts";
import { type Figure, report } from "./support/report.ts";

const SIZES = { jerseys: "10000", copies: "5000", lines: "20000", team: "3000" };
const given = readOptions({ ...SIZES, only: "vote,collection,catalogue,team,soon" });
const BATCH = 200;
const VOTES = 2_000;
/** Jerseys whose pages are waited for. */
const SHOWN = 100;
const QUIET_SITE = { AUTH_AUTOCONFIRM: "true", LOG_LEVEL: "error" };

const figures: Figure[] = [];
const kinds = { vote, collection, catalogue, team, soon };
const server = await startBenchServer();
const url = await server.copied(Number(given.jerseys), "writes");
try {
  for (const [name, measure] of Object.entries(kinds)) {
    if (given.only.split(",").includes(name)) await connected(url, measure);
  }
} finally {
  await server.drop(url);
  await server.stop();
}
await report("writes", { figures });

/** One vote after the other, each of its own transaction. */
async function vote(client: pg.Client): Promise<void> {
  await client.query("delete from jersey_votes where voter_id = $1", [ADMIN]);
  const times: number[] = [];
  for (const id of await idsOf(client, VOTES)) {
    const began = busySince(client);
    await client.query(
      "insert into jersey_votes (jersey_id, voter_id, vote) values ($1, $2, 'up')",
      [id, ADMIN],
    );
    times.push(busySince(client) - began);
  }
  figures.push({ what: "a vote, ms of processor", measured: median(times) });
}

/** A list in batches, as the page sends them: dry run two at a time, import, undoing. */
async function collection(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ title: string }>(
    `select team, title, seasons.code as season, kit_type from jerseys
     join seasons on seasons.id = season_id
     where status = 'approved' and jerseys.is_active order by jerseys.id limit $1`,
    [Number(given.copies)],
  );
  const ids = await idsOf(client, rows.length);
  // Every other line names the jersey by its title, too.
  const lines = rows.map((jersey, n) => ({
    key: `bench ${n}`,
    jersey: n % 2 === 0 ? jersey : { ...jersey, title: "" },
  }));
  const waiting = batches(lines);
  const match = async (connection: pg.Client) => {
    await signIn(connection);
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
      await connection.query("select match_copies($1)", [JSON.stringify(batch)]);
    }
  };
  await timed(`dry run of ${lines.length} copies`, 10, () =>
    Promise.all([match(client), connected(url, match)]),
  );
  const id = await first<string>(
    client,
    "insert into collection_imports (file_name, line_count) values ('bench.csv', $1) returning id",
    lines.length,
  );
  const details = { size: "M", condition: "good", price: "49.90", currency: "EUR" };
  const matched = lines.map(({ key }, n) => ({ key, jersey_id: ids[n], details }));
  await timed(`import of ${lines.length} copies`, 30, async () => {
    for (const batch of batches(matched)) {
      await client.query("select import_copies($1, $2)", [id, JSON.stringify(batch)]);
    }
  });
  const added = "select added from collection_imports where id = $1";
  figures.push({ what: "copies added", measured: await first(client, added, id), least: 1 });
  await timed("undoing them", undefined, () => client.query("select undo_import($1)", [id]));
}

/** Lines of a list of jerseys that the catalogue doesn't have, with their files. */
async function newJerseys(client: pg.Client) {
  const { rows } = await client.query<{ team: string; season: string }>(
    `select team.name as team, home.slug as team_competition, competition.slug as competition, season.code as season, kit as kit_type
     from team_seasons played join teams team on team.id = played.team_id
     join competitions home on home.id = team.competition_id
     join competitions competition on competition.id = played.competition_id
     join seasons season on season.id = played.season_id
     cross join unnest(array['home', 'away', 'third', 'training', 'other']) kit
     order by md5(team.id::text || season.code || kit) limit $1`,
    [Number(given.lines)],
  );
  const lines = rows.map((row, n) => ({
    ...row,
    key: `bench ${n}`,
    title: `Maillot ${row.team} ${row.season} n° ${n}`,
    price: "89.90",
    brand: n % 3 === 0 ? "adidas" : "Nike",
    may_repeat: true,
    images: [{ path: `${ADMIN}/${randomUUID()}.webp`, licence: "CC-BY-SA-4.0" }],
  }));
  await client.query(
    `insert into storage.objects (bucket_id, name, metadata)
     select 'jerseys', path, '{"size": 100000}' from unnest($1::text[]) path`,
    [lines.map(({ images: [image] }) => image!.path)],
  );
  return lines;
}

/** Imports lines as approved. */
async function importJerseys(client: pg.Client, lines: object[]): Promise<string> {
  const id = randomUUID();
  const begin = "select begin_catalogue_import($1, 'bench.csv', 'bench', $2, 'approved')";
  await client.query(begin, [id, lines.length]);
  for (const [n, batch] of batches(lines).entries()) {
    await client.query("select import_jerseys($1, $2, $3)", [id, n, JSON.stringify(batch)]);
  }
  return id;
}

/** The import as approved, and undoing. */
async function catalogue(client: pg.Client): Promise<void> {
  const lines = await newJerseys(client);
  await signIn(client);
  let id = "";
  await timed(`import of ${lines.length} jerseys`, 20, async () => {
    id = await importJerseys(client, lines);
  });
  const added = "select added from catalogue_imports where id = $1";
  figures.push({ what: "jerseys added", measured: await first(client, added, id), least: 1 });
  await timed("undoing them", 15, async () => {
    const step = "select undo(batch_id => $1, reason => 'Bench', after => $2) -> 'next'";
    let next: unknown = null;
    do next = await first(client, step, id, next && JSON.stringify(next));
    while (next);
  });
}

/** A team with many jerseys; nothing is stored. */
async function team(client: pg.Client): Promise<void> {
  const changes = { name: "name || ' 1899'", colors: "array['#7a1f2b', '#f2c230']" };
  const chosen = await first<string>(client, "select id from teams order by id limit 1");
  for (const [column, value] of Object.entries(changes)) {
    await client.query("begin");
    // Without triggers: what they keep is not read here.
    await client.query("set local session_replication_role = replica");
    const { rowCount } = await client.query(
      `update jerseys set team_id = team.id, team = team.name,
         colors = private.default_colors(kit_type, team.id)
       from teams team where team.id = $1 and jerseys.id in (
         select id from jerseys where status = 'approved' and is_active order by id limit $2)`,
      [chosen, Number(given.team)],
    );
    await client.query("set local session_replication_role = origin");
    await timed(`${column} of a team with ${rowCount} jerseys`, 1, () =>
      client.query(`update teams set ${column} = ${value} where id = $1`, [chosen]),
    );
    await client.query("rollback");
  }
}

/** From an acknowledged vote to a page that shows it. */
async function soon(client: pg.Client): Promise<void> {
  const lines = await newJerseys(client);
  await signIn(client);
  const site = await startSite({ DATABASE_URL: url, SEED: "none", ...QUIET_SITE });
  try {
    const ids = await idsOf(client, 4 * SHOWN);
    const { client: voter } = await signUp(site.url, site.anonKey);
    const { client: other } = await signUp(site.url, site.anonKey);
    const over = new AbortController();
    const others = async () => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        await cast(other, ids[n % ids.length]!, n % 2 === 0 ? "up" : "down");
        await sleep(100);
      }
    };
    const busy = others();
    const quiet = await delays(site, voter, ids.slice(0, SHOWN));
    const importing = importJerseys(client, lines);
    const meanwhile = await delays(site, voter, ids.slice(SHOWN, 2 * SHOWN));
    over.abort();
    await Promise.all([busy, importing]);
    figures.push(
      { what: "a vote's page, p99", measured: percentile(quiet, 0.99), unit: "ms", most: 500 },
      { what: "during an import", measured: percentile(meanwhile, 0.99), unit: "ms", most: 5_000 },
    );
  } finally {
    await site.stop();
  }
}

/** How long after each vote the jersey's page, which was there before, is another. */
async function delays(site: Site, voter: SupabaseClient, ids: string[]): Promise<number[]> {
  const page = async (id: string) => (await fetch(`${site.url}/jersey/${id}`)).text();
  const times: number[] = [];
  for (const id of ids) {
    const before = await page(id);
    // A page is rendered anew once per second at most.
    await sleep(1_000);
    await cast(voter, id, "up");
    const began = performance.now();
    while ((await page(id)) === before) await sleep(5);
    times.push(performance.now() - began);
  }
  return times;
}

async function cast(client: SupabaseClient, jersey: string, vote: string): Promise<void> {
  await client
    .from("jersey_votes")
    .upsert({ jersey_id: jersey, vote }, { onConflict: "jersey_id,voter_id" })
    .throwOnError();
}

async function signIn(client: pg.Client): Promise<void> {
  await client.query(
    "select set_config('role', 'authenticated', false), set_config('request.jwt.claims', $1, false)",
    [JSON.stringify({ role: "authenticated", sub: ADMIN })],
  );
}

async function first<Value>(client: pg.Client, sql: string, ...values: unknown[]): Promise<Value> {
  const { rows } = await client.query({ text: sql, values, rowMode: "array" });
  return rows[0]![0] as Value;
}

async function idsOf(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "select id from jerseys where status = 'approved' and is_active order by md5(id::text) limit $1",
    [count],
  );
  return rows.map(({ id }) => id);
}

function batches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, n) =>
    items.slice(n * BATCH, (n + 1) * BATCH),
  );
}

async function timed(
  what: string,
  most: number | undefined,
  work: () => Promise<unknown>,
): Promise<void> {
  const began = performance.now();
  await work();
  const measured = (performance.now() - began) / 1000;
  console.log(`${what}: ${measured.toFixed(1)} s`);
  figures.push({ what, measured, unit: "s", ...(most && { most }) });
}
