import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { createRules, type Rules } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";
import { REBUILD } from "../../support/rebuild.ts";

let rules: Rules;
let fixture: Fixture;
/** Another connection, whose transaction stays open while others derive. */
let other: pg.Client;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
  other = new pg.Client({ connectionString: rules.url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await rules.close();
});

beforeEach(async () => {
  await rules.system("delete from jersey_votes");
  await rules.system(
    `update auth.users set email_confirmed_at = now(), created_at = now() - interval '2 days',
       banned_until = null`,
  );
  await settle();
});

const settle = async () => {
  while ((await rules.system("select derive() as taken")).rows[0].taken > 0);
};

const vote = (client: Pick<pg.Client, "query">, jersey: string) =>
  client.query("insert into jersey_votes (jersey_id, voter_id, vote) values ($1, $2, 'up')", [
    jersey,
    rules.ids.stranger,
  ]);

const upvotes = async () =>
  (await rules.system("select coalesce(sum(upvotes), 0)::int as n from private.standings")).rows[0]
    .n;

it("a vote that commits after later ones is counted when it does", async () => {
  await other.query("begin");
  await vote(other, fixture.approved);
  await vote({ query: rules.system } as never, fixture.inactive);
  await settle();
  expect(await upvotes()).toBe(1);
  await other.query("commit");
  await settle();
  expect(await upvotes()).toBe(2);
});

it("changes that a rolled-back worker took are taken again", async () => {
  await vote({ query: rules.system } as never, fixture.approved);
  await other.query("begin");
  expect((await other.query("select derive() as taken")).rows).toEqual([{ taken: 1 }]);
  // Meanwhile another one finds it busy, and waits for nothing.
  expect((await rules.system("select derive() as taken")).rows).toEqual([{ taken: 0 }]);
  await other.query("rollback");
  expect((await rules.system("select derive() as taken")).rows).toEqual([{ taken: 1 }]);
  expect(await upvotes()).toBe(1);
});

it("neither waits for a transaction that holds a jersey and its votes, nor loses what it changes", async () => {
  await vote({ query: rules.system } as never, fixture.approved);
  await vote({ query: rules.system } as never, fixture.inactive);
  await settle();
  await other.query("begin");
  await other.query("select from jerseys where id = $1 for update", [fixture.approved]);
  await rules.system(
    "update auth.users set banned_until = now() + interval '1 year' where id = $1",
    [rules.ids.stranger],
  );
  await settle();
  expect(await upvotes()).toBe(0);
  await rules.system("update auth.users set banned_until = null where id = $1", [
    rules.ids.stranger,
  ]);
  await other.query("update jersey_votes set vote = 'down' where jersey_id = $1", [
    fixture.approved,
  ]);
  await settle();
  expect(await upvotes()).toBe(2);
  await other.query("commit");
  await settle();
  expect(await upvotes()).toBe(1);
  expect((await rules.system(REBUILD)).rows).toEqual([]);
});
