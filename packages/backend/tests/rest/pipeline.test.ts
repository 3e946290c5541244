import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { runPipeline } from "../../src/database/pipeline.ts";
import { createPool, type Client, type Pool } from "../../src/database/pool.ts";
import { silentLogger } from "../../src/logger.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let pool: Pool;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, log: silentLogger, max: 1, pipeline: false });
  client = await pool.connect();
  await client.query("create table things (id int primary key)");
  await client.query("create table later (id int references things deferrable initially deferred)");
});
beforeEach(async () => void (await client.query("truncate things cascade")));
afterAll(async () => {
  client.release();
  await pool.end();
  await database.drop();
});

const add = (id: number) => ({ text: "insert into things values ($1)", values: [String(id)] });
const count = { text: "select count(*) from things" };
const send = (...statements: { text: string; values?: string[] }[]) =>
  runPipeline(client, "", statements);

test("runs in one transaction: all or nothing", async () => {
  expect(await send(add(1), count)).toEqual([[], [["1"]]]);
  await expect(send(add(2), add(1))).rejects.toMatchObject({ code: "23505" });
  expect(await send(count)).toEqual([[["1"]]]);
});

test("skips a statement after a failed one", async () => {
  const noSuchRole = { text: "select set_config('role', 'nobody at all', true)" };
  await expect(send(noSuchRole, add(1))).rejects.toMatchObject({ code: "22023" });
  expect(await send(count)).toEqual([[["0"]]]);
});

test("drops a transaction's settings at its end", async () => {
  const who = { text: "select current_user" };
  const anon = { text: "select set_config('role', 'anon', true)" };
  expect((await send(anon, who))[1]).toEqual([["anon"]]);
  const { username } = new URL(database.url);
  expect(await send(who)).toEqual([[[username]]]);
});

test("fails the flush when a deferred constraint fails", async () => {
  const orphan = { text: "insert into later values (7)" };
  await expect(send(orphan)).rejects.toMatchObject({ code: "23503" });
});

test("leaves the connection usable after any failure", async () => {
  await expect(send({ text: "selec" })).rejects.toMatchObject({ code: "42601" });
  await expect(send({ text: "selec" })).rejects.toMatchObject({ code: "42601" });
  await expect(send(add(1), { text: "select 1/0" })).rejects.toMatchObject({ code: "22012" });
  await expect(send({ text: "copy things from stdin" })).rejects.toThrow(/not supported/);
  expect(await send(count)).toEqual([[["0"]]]);
});

test("limits the number of prepared statements", async () => {
  for (let number = 0; number < 250; number += 1) {
    expect(await send({ text: `select ${number}` })).toEqual([[[String(number)]]]);
  }
  const [[row] = []] = await send({ text: "select count(*) from pg_prepared_statements" });
  expect(Number(row?.[0])).toBeLessThanOrEqual(152);
  expect(await send({ text: "select 0" })).toEqual([[["0"]]]);
});

test("keeps a prepared statement when its types change", async () => {
  await client.query("create table changing (id int)");
  const find = { text: "select id from changing where id = $1", values: ["x"] };
  await expect(send(find)).rejects.toMatchObject({ code: "22P02" });
  await client.query("alter table changing alter id type text");
  expect(await send(find)).toEqual([[]]);
});
