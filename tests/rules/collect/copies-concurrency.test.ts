import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { MERGE } from "../support/merge.ts";
import { createRules, identity, type Rules } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;
/** Another tab of the owner, whose transaction stays open. */
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
  await rules.system("delete from copies");
  await rules.system("insert into copies (owner_id, jersey_id, size) values ($1, $2, 'M')", [
    rules.ids.owner,
    fixture.approved,
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
    [rules.ids.owner, fixture.approved],
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
      fixture.approved,
    ]);
    const taken = rules.system(text);
    await other.query("commit");
    await taken;
    const { collected, copies } = await held();
    // Taking the jersey out means all of its copies; the others mean those that were there.
    expect(collected).toBe(copies);
  },
);

it("a copy keeps the first photo that it gets while another tab takes its jersey out", async () => {
  await rules.system("update copies set size = null");
  const path = `${rules.ids.owner}/${randomUUID()}.webp`;
  await rules.system("insert into storage.objects (bucket_id, name) values ('copies', $1)", [path]);
  const asOwner = "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)";
  await other.query("begin");
  await other.query(asOwner, identity("owner", rules.ids));
  await other.query("insert into copy_photos (copy_id, path) select id, $1 from copies", [path]);
  await other.query("reset role");
  await rules.system("begin");
  await rules.system(asOwner, identity("owner", rules.ids));
  const taken = rules.system("delete from user_collections");
  await begun(taken);
  await other.query("commit");
  await taken;
  await rules.system("commit");
  const { rows } = await rules.system(
    "select removed_at is not null as removed, path from copies join copy_photos on copy_id = copies.id",
  );
  expect(rows).toEqual([{ removed: true, path }]);
});

it("collecting twice at once owns one copy", async () => {
  await rules.system("delete from copies");
  const collect =
    "insert into user_collections (user_id, jersey_id) values ($1, $2) on conflict do nothing";
  const values = [rules.ids.owner, fixture.approved];
  await other.query("begin");
  await other.query(collect, values);
  const again = rules.system(collect, values);
  await begun(again);
  await other.query("commit");
  await again;
  expect(await held()).toEqual({ collected: 1, copies: 1 });
});

/** Two tabs of the owner begin while a third has the turn: whatever they hold, neither waits for the other for ever. */
describe("no deadlock", () => {
  let second: pg.Client;
  beforeAll(async () => {
    second = new pg.Client({ connectionString: rules.url });
    await second.connect();
  });
  afterAll(() => second.end());

  const remove = "update copies set removed_at = now()";
  const collect = "insert into user_collections (jersey_id) values ($1)";
  const add = "insert into copies (jersey_id, size) values ($1, 'XL')";

  it.each([
    ["a removal and a taking out", false, remove, "delete from user_collections"],
    ["a deletion and a taking out", false, "delete from copies", "delete from user_collections"],
    ["a new copy and a collecting", true, add, collect],
    ["a removal and a merge", false, remove, MERGE],
    ["a deletion and a merge", false, "delete from copies", MERGE],
    ["a taking out and a merge", false, "delete from user_collections", MERGE],
    ["a new copy and a merge", false, add, MERGE],
    [
      "a removal and the deletion of the jersey",
      false,
      remove,
      "delete from jerseys where id = $1",
    ],
  ])("between %s", async (_, empty, ...texts) => {
    const jersey = await createJersey();
    await rules.system("delete from copies");
    if (!empty) {
      await rules.system("insert into copies (owner_id, jersey_id, size) values ($1, $2, 'M')", [
        rules.ids.owner,
        jersey,
      ]);
    }
    await rules.system("begin");
    await rules.system("select from profiles for no key update");
    const tabs = [other, second].map(async (tab, n) => {
      const text = texts[n]!;
      const isMerge = text === MERGE;
      const persona = isMerge || text.includes("from jerseys") ? "admin" : "owner";
      await tab.query("begin");
      await tab.query(
        "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
        identity(persona, rules.ids),
      );
      const values = text.includes("$2") ? [jersey, fixture.approved] : [jersey];
      const outcome = await tab.query(text, text.includes("$1") ? values : []).then(
        () => "done",
        (error: pg.DatabaseError) => error.code,
      );
      await tab.query("commit");
      return outcome;
    });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await rules.system(waiting)).rowCount).toBe(2);
    await rules.system("commit");
    expect(await Promise.all(tabs)).not.toContain("40P01");
    const { collected, copies } = await held();
    expect(Math.sign(copies)).toBe(collected);
  });

  async function createJersey(): Promise<string> {
    // Not public yet: an administrator deletes it, too.
    const { rows } = await rules.system(
      `insert into jerseys (title, author_id, league, competition_id, season_id, team_id)
       select 'Doublon', author_id, league, competition_id, season_id, team_id
       from jerseys where id = $1 returning id`,
      [fixture.approved],
    );
    return rows[0].id;
  }
});
