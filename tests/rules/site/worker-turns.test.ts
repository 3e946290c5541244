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
  await rules.system("update jerseys set is_active = true where id = $1", [fixture.inactive]);
  other = new pg.Client({ connectionString: rules.url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await rules.close();
});

beforeEach(async () => {
  await rules.system("delete from jersey_votes");
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

/** The sum of all scores, as the catalogue orders by them. */
const scores = async () =>
  (await rules.system("select sum(best)::int as n from private.catalogue_entries")).rows[0].n;

it("a vote that commits after later ones is in the catalogue when it does", async () => {
  await other.query("begin");
  await vote(other, fixture.approved);
  await vote({ query: rules.system } as never, fixture.inactive);
  await settle();
  expect(await scores()).toBe(1);
  await other.query("commit");
  await settle();
  expect(await scores()).toBe(2);
});

it("changes that a rolled-back worker took are taken again", async () => {
  await vote({ query: rules.system } as never, fixture.approved);
  await other.query("begin");
  expect((await other.query("select derive() as taken")).rows).toEqual([{ taken: 1 }]);
  // Meanwhile another one finds it busy, and waits for nothing.
  expect((await rules.system("select derive() as taken")).rows).toEqual([{ taken: 0 }]);
  await other.query("rollback");
  expect((await rules.system("select derive() as taken")).rows).toEqual([{ taken: 1 }]);
  expect(await scores()).toBe(1);
});

it("neither waits for a transaction that holds a jersey and its votes, nor loses what it changes", async () => {
  await vote({ query: rules.system } as never, fixture.approved);
  await other.query("begin");
  await other.query("select from jerseys where id = $1 for update", [fixture.approved]);
  await vote({ query: rules.system } as never, fixture.inactive);
  await other.query("update jersey_votes set vote = 'down' where jersey_id = $1", [
    fixture.approved,
  ]);
  await settle();
  expect(await scores()).toBe(2);
  await other.query("commit");
  await settle();
  expect(await scores()).toBe(0);
  expect((await rules.system(REBUILD)).rows).toEqual([]);
});
