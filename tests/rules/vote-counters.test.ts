import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { addMember, createRules, type Rules } from "./support.ts";
import { createWorld, type World } from "./world.ts";

const TOGGLERS = 50;
const ROUNDS = 12;

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
});
afterAll(() => rules.close());

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed + 1; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state >> 8;
  }
}

const CAST = `insert into jersey_votes (jersey_id, voter_id, vote) values ($1, $2, $3)
  on conflict (jersey_id, voter_id) do update set vote = excluded.vote`;
const SWITCH_ALL = `update jersey_votes
  set vote = case vote when 'up' then 'down' else 'up' end where voter_id = $1`;
const WITHDRAW_ALL = "delete from jersey_votes where voter_id = $1";

/** A member who casts, switches and withdraws votes, some on one jersey and some on all. */
async function toggle(voter: string, jerseys: string[], seed: number): Promise<void> {
  const client = new pg.Client({ connectionString: rules.url });
  await client.connect();
  const claims = JSON.stringify({ role: "authenticated", sub: voter });
  await client.query("select set_config('request.jwt.claims', $1, false)", [claims]);
  await client.query("set role authenticated");
  const random = numbers(seed);
  for (let round = 0; round < ROUNDS; round += 1) {
    const choice = random.next().value as number;
    if (choice % 5 === 0) await client.query(SWITCH_ALL, [voter]);
    else if (choice % 5 === 1) await client.query(WITHDRAW_ALL, [voter]);
    else {
      const jersey = jerseys[choice % jerseys.length];
      await client.query(CAST, [jersey, voter, choice % 7 < 4 ? "up" : "down"]);
    }
  }
  await client.end();
}

const COUNTED = `
  select id, upvotes, downvotes, score,
    (select count(*)::int from jersey_votes where jersey_id = id and vote = 'up') as up,
    (select count(*)::int from jersey_votes where jersey_id = id and vote = 'down') as down
  from jerseys order by id`;

describe("counters", () => {
  it(`are exact after ${TOGGLERS} members toggle at once, and nobody fails`, async () => {
    const { rows } = await rules.system(
      `insert into jerseys (author_id, league, competition_id, season_id, team, title, status)
         select author_id, league, competition_id, season_id, team, 'Maillot rayé', 'approved'
         from jerseys where id = $1 returning id`,
      [world.approved],
    );
    const voters = Array.from({ length: TOGGLERS }, () => randomUUID());
    for (const [index, voter] of voters.entries()) {
      await addMember({ query: rules.system } as pg.Client, voter, `voter_${index}`);
    }
    const jerseys = [world.approved, rows[0].id as string];
    await Promise.all(voters.map((voter, index) => toggle(voter, jerseys, index)));

    const counted = await rules.system(COUNTED);
    for (const row of counted.rows) {
      expect(row).toMatchObject({
        upvotes: row.up,
        downvotes: row.down,
        score: row.up - row.down,
      });
    }
    expect(counted.rows.reduce((sum, { up, down }) => sum + up + down, 0)).toBeGreaterThan(20);
    expect((await rules.system("select * from recount_votes()")).rows).toEqual([]);
  }, 30_000);

  it("lose the votes of a deleted account", () =>
    rules.scenario(async ({ as, system }) => {
      await system("delete from jersey_votes");
      await as("stranger", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [
        world.approved,
      ]);
      await system("delete from auth.users where id = $1", [rules.ids.stranger]);
      const { rows } = await system("select sum(upvotes)::int as up from jerseys");
      expect(rows).toEqual([{ up: 0 }]);
    }));
});

describe("recount_votes", () => {
  it("repairs what is wrong and says what it was", () =>
    rules.scenario(async ({ as, system }) => {
      await system("delete from jersey_votes");
      await as("stranger", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [
        world.approved,
      ]);
      await system("update jerseys set upvotes = 7, downvotes = 3 where id = $1", [world.approved]);
      const { rows } = await system("select * from recount_votes()");
      expect(rows).toEqual([
        { jersey_id: world.approved, upvotes: 1, downvotes: 0, was_upvotes: 7, was_downvotes: 3 },
      ]);
      expect((await system("select * from recount_votes()")).rows).toEqual([]);
    }));

  it("is not for members, not even administrators", async () => {
    expect(await rules.everyone("select recount_votes()")).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });
});
