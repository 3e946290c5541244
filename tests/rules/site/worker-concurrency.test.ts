import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";

import { randomFrom } from "../../support/fuzz/random.ts";
import { times } from "../../support/long.ts";
import { REBUILD } from "../../support/rebuild.ts";
import { createRules, type Rules } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

const WRITERS = 16;
const WORKERS = 3;
const TRANSACTIONS = times(1_600, 20_000);

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: rules.url });
  // Workers are killed.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Adds brands in transactions of random length, of which one in eight is taken back. Resolves to the ids of the others. */
async function write(seed: number, many: number): Promise<string[]> {
  const random = randomFrom(seed, 0);
  const client = await connect();
  const ids: string[] = [];
  for (let n = 0; n < many; n += 1) {
    const isKept = random(8) > 0;
    const sleep = random(4) > 0 ? random(5) : random(60);
    const results = (await client.query(`
      begin;
      insert into brands (name) values ('${seed} ${n}') returning id;
      select pg_sleep(${sleep / 1_000});
      ${isKept ? "commit" : "rollback"}`)) as unknown as pg.QueryResult<{ id: string }>[];
    if (isKept) ids.push(results[1]!.rows[0]!.id);
  }
  await client.end();
  return ids;
}

/** Derives until it is told to stop; a few changes at a time, so that many are waiting. */
async function work(isOver: () => boolean): Promise<number> {
  let killed = 0;
  let client = await connect();
  while (!isOver()) {
    try {
      await client.query("select derive(50)");
    } catch {
      killed += 1;
      client = await connect();
    }
  }
  await client.end();
  return killed;
}

/** Reads what changed, always from the last number on, as `/data/changes` does for somebody who keeps a copy. */
async function follow(isOver: () => boolean): Promise<string[]> {
  const client = await connect();
  await client.query("set role anon");
  const ids: string[] = [];
  let after = 0;
  for (let isLast = false; !isLast;) {
    const mayBeLast = isOver();
    const { rows } = await client.query<{ id: string; kind: string; number: string }>(
      "select id, kind, number from open_changes($1)",
      [after],
    );
    ids.push(...rows.filter(({ kind }) => kind === "brand").map(({ id }) => id));
    after = Number(rows.at(-1)?.number ?? after);
    isLast = mayBeLast && rows.length === 0;
  }
  await client.end();
  return ids;
}

/** Ends the connection of a worker, whatever it is doing. */
async function kill(isOver: () => boolean): Promise<void> {
  const client = await connect();
  while (!isOver()) {
    await client.query(`
      select pg_sleep(0.1), pg_terminate_backend(pid) from (
        select pid from pg_stat_activity
        where datname = current_database() and query = 'select derive(50)' and pid <> pg_backend_pid()
        order by random() limit 1) worker`);
  }
  await client.end();
}

it("skips no change of any transaction, whenever it commits and whoever is killed, and numbers each once", async () => {
  let areWritten = false;
  let areDerived = false;
  const workers = Array.from({ length: WORKERS }, () => work(() => areWritten));
  const killer = kill(() => areWritten);
  const follower = follow(() => areDerived);
  const written = await Promise.all(
    Array.from({ length: WRITERS }, (_, seed) => write(seed, TRANSACTIONS / WRITERS)),
  );
  areWritten = true;
  const killed = await Promise.all(workers);
  await killer;
  await rules.derived();
  areDerived = true;
  const read = await follower;
  const ids = written.flat();
  expect(read.length).toBe(new Set(read).size);
  expect(read.toSorted()).toEqual(ids.toSorted());
  expect(killed.reduce((sum, one) => sum + one)).toBeGreaterThan(0);
  expect((await rules.system(REBUILD)).rows).toEqual([]);
});
