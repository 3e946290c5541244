import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { settleStandings } from "../../server/standings.ts";
import { createRules, type Rules } from "./support/rules.ts";
import { createWorld, type World } from "./support/world.ts";

let rules: Rules;
let world: World;
/** Another connection, whose transaction stays open while votes are settled. */
let other: pg.Client;

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
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
  await rules.system(
    "insert into jersey_votes (jersey_id, voter_id, vote) values ($1, $2, 'up'), ($3, $2, 'up')",
    [world.approved, rules.ids.stranger, world.inactive],
  );
});

const suspend = () =>
  rules.system("update auth.users set banned_until = now() + interval '1 year' where id = $1", [
    rules.ids.stranger,
  ]);

/** As the server calls it, until nothing is left to do. */
const settle = () =>
  settleStandings(async (job) => (await rules.system(`select ${job}() as n`)).rows[0].n);

const counting = async () =>
  (await rules.system("select jersey_id from jersey_votes where counts order by 1")).rows.map(
    ({ jersey_id }) => jersey_id,
  );

const upvotes = async () =>
  (await rules.system("select sum(upvotes)::int as n from private.standings")).rows[0].n;

async function expectSettled() {
  expect(await counting()).toEqual([]);
  expect(await upvotes()).toBe(0);
  expect((await rules.system("select * from recount_standings()")).rows).toEqual([]);
}

it("votes that another transaction has locked are settled when it ends", async () => {
  expect(await counting()).toHaveLength(2);
  await other.query("begin");
  await other.query("select from jersey_votes where jersey_id = $1 for update", [world.approved]);
  await suspend();
  expect(await settle()).toBe(1);
  expect(await counting()).toEqual([world.approved]);
  // Nothing changes as long as they are locked.
  expect(await settle()).toBe(0);
  await other.query("commit");
  expect(await settle()).toBe(1);
  await expectSettled();
});
