import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { createRules, type Rules } from "./support/rules.ts";
import { createWorld, type World } from "./support/world.ts";

let rules: Rules;
let world: World;
/** Another tab of the owner, whose transaction stays open. */
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
  await rules.system("delete from copies");
  await rules.system("insert into copies (owner_id, jersey_id, size) values ($1, $2, 'M')", [
    rules.ids.owner,
    world.approved,
  ]);
});

const held = async () =>
  (
    await rules.system(
      `select (select count(*)::int from user_collections) as collected,
         (select count(*)::int from copies where removed_at is null) as copies`,
    )
  ).rows[0];

/** Until a statement waits for the other tab, or has ended without waiting. */
async function begun(statement: Promise<unknown>): Promise<void> {
  let ended = false;
  void statement.finally(() => (ended = true));
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => ended || (await other.query(waiting)).rowCount).toBeTruthy();
}

const takings = [
  ["deletes", "delete from copies"],
  ["removes", "update copies set removed_at = now()"],
  ["takes out of the collection", "delete from user_collections"],
] as const;

it.each(takings)("a copy that is added while another tab %s the last one", async (_, text) => {
  await other.query("begin");
  await other.query(text);
  const added = rules.system(
    "insert into copies (owner_id, jersey_id, size) values ($1, $2, 'L')",
    [rules.ids.owner, world.approved],
  );
  await begun(added);
  await other.query("commit");
  await added;
  expect(await held()).toEqual({ collected: 1, copies: 1 });
});

it.each(takings)(
  "the last copy stays in the collection while another tab %s it",
  async (_, text) => {
    await other.query("begin");
    await other.query("insert into copies (owner_id, jersey_id, size) values ($1, $2, 'L')", [
      rules.ids.owner,
      world.approved,
    ]);
    const taken = rules.system(text);
    await other.query("commit");
    await taken;
    const { collected, copies } = await held();
    // Taking the jersey out means all of its copies; the others mean those that were there.
    expect(collected).toBe(copies);
  },
);

it("collecting twice at once owns one copy", async () => {
  await rules.system("delete from copies");
  const collect =
    "insert into user_collections (user_id, jersey_id) values ($1, $2) on conflict do nothing";
  const values = [rules.ids.owner, world.approved];
  await other.query("begin");
  await other.query(collect, values);
  const again = rules.system(collect, values);
  await begun(again);
  await other.query("commit");
  await again;
  expect(await held()).toEqual({ collected: 1, copies: 1 });
});
