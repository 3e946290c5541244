import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { jobNamed } from "../../../server/operate/jobs/register.ts";
import { callAll } from "../../../server/operate/jobs/run-job.ts";
import { createRules, type Rules } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;
/** Another connection, whose transaction stays open while votes are settled. */
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
  await rules.system(
    "insert into jersey_votes (jersey_id, voter_id, vote) values ($1, $2, 'up'), ($3, $2, 'up')",
    [fixture.approved, rules.ids.stranger, fixture.inactive],
  );
});

const suspend = () =>
  rules.system("update auth.users set banned_until = now() + interval '1 year' where id = $1", [
    rules.ids.stranger,
  ]);

/** As the server calls it, until nothing is left to do. */
const settle = () => {
  const { calls = [], batch } = jobNamed("settling of votes");
  const ofStandings = calls.filter((name) => name !== "apply_pending_standings");
  const call = async (name: string) => (await rules.system(`select ${name}() as n`)).rows[0].n;
  return callAll(ofStandings, call, batch);
};

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
  await other.query("select from jersey_votes where jersey_id = $1 for update", [fixture.approved]);
  await suspend();
  expect(await settle()).toBe(1);
  expect(await counting()).toEqual([fixture.approved]);
  // Nothing changes as long as they are locked.
  expect(await settle()).toBe(0);
  await other.query("commit");
  expect(await settle()).toBe(1);
  await expectSettled();
});

describe("a transaction that holds a jersey and has yet to change its votes", () => {
  /** What merging and deleting a jersey do first, and what they do later, while the statement runs. */
  async function duringMerge(statement: string) {
    await other.query("begin");
    await other.query("select from jerseys where id = $1 for update", [fixture.approved]);
    await other.query(
      "insert into private.outdated values ($1) on conflict (jersey_id) do update set jersey_id = $1",
      [fixture.approved],
    );
    const settled = rules.system(statement);
    await blockedOr(settled);
    await other.query("update jersey_votes set vote = 'down' where jersey_id = $1", [
      fixture.approved,
    ]);
    await other.query("commit");
    return (await settled).rows;
  }

  /** Waits until a statement is done, or waits for a lock. */
  async function blockedOr(statement: Promise<unknown>) {
    const done = statement.then(
      () => true,
      () => true,
    );
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const isWaiting = async () => (await other.query(waiting)).rowCount !== 0;
    while (!(await Promise.race([done, isWaiting()])));
  }

  it("neither waits for the settlement of votes nor fails", async () => {
    await suspend();
    expect(await duringMerge("select recheck_due_voters()")).toEqual([{ recheck_due_voters: 1 }]);
    expect(await settle()).toBe(1);
    await expectSettled();
  });

  it("neither waits for votes that become 30 days old nor fails", async () => {
    await rules.system("update jersey_votes set cast_at = now() - interval '31 days'");
    expect(await duringMerge("select age_votes()")).toEqual([{ age_votes: 1 }]);
    expect((await rules.system("select * from recount_standings()")).rows).toEqual([]);
  });

  it("does not meet a count: it leaves the jersey for the next", async () => {
    await rules.system("alter table jersey_votes disable trigger user");
    await rules.system("update jersey_votes set counts = false");
    await rules.system("alter table jersey_votes enable trigger user");
    await rules.system("delete from private.standings");
    expect(await duringMerge("select * from recount_standings()")).toMatchObject([
      { jersey_id: fixture.inactive, upvotes: 1, was_upvotes: 0 },
    ]);
    expect((await rules.system("select * from recount_standings()")).rows).toMatchObject([
      { jersey_id: fixture.approved, downvotes: 1, was_downvotes: 0 },
    ]);
    expect((await rules.system("select * from recount_standings()")).rows).toEqual([]);
  });
});
