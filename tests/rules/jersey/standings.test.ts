import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MERGE } from "../support/merge.ts";
import { addMember, createRules, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";
import { REBUILD } from "../../support/rebuild.ts";

type System = Scenario["system"];

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const CAST = `insert into jersey_votes (jersey_id, voter_id, vote) values ($1, auth.uid(), $2)
  on conflict (jersey_id, voter_id) do update
  set jersey_id = excluded.jersey_id, voter_id = excluded.voter_id, vote = excluded.vote`;

/** What makes an account's votes count. */
const OF_AGE =
  "update auth.users set email_confirmed_at = now(), created_at = now() - interval '25 hours' where id = $1";

/** Until nothing is left to derive. */
async function settle(system: System) {
  const step = "select age_votes() + derive(10000) as done";
  while ((await system(step)).rows[0].done > 0);
}

async function silently(system: System, act: () => Promise<unknown>) {
  const tables = ["auth.users", "jersey_votes"];
  for (const table of tables) await system(`alter table ${table} disable trigger user`);
  await act();
  for (const table of tables) await system(`alter table ${table} enable trigger user`);
}

/** Lets time pass for votes and accounts: they are that much older, and nobody has noted it. */
async function pass(system: System, time: string) {
  await silently(system, async () => {
    await system(`update auth.users set created_at = created_at - interval '${time}'`);
    await system(`update jersey_votes set cast_at = cast_at - interval '${time}'`);
  });
  await system(`update private.voters_noted set until = now() - interval '${time}'`);
}

async function standing(system: System, jersey = fixture.approved) {
  await settle(system);
  const { rows } = await system(
    "select upvotes, downvotes from private.standings where jersey_id = $1",
    [jersey],
  );
  return rows[0] ?? { upvotes: 0, downvotes: 0 };
}

/** Standings counted by hand, without any of the functions under test. */
const BY_HAND = `
  select jersey_id, count(*) filter (where vote = 'up')::int as upvotes,
    count(*) filter (where vote = 'down')::int as downvotes
  from jersey_votes join auth.users on auth.users.id = voter_id
  where (email_confirmed_at is not null or phone_confirmed_at is not null) and not is_anonymous
    and deleted_at is null and coalesce(banned_until < now(), true)
    and created_at <= now() - interval '24 hours'
  group by jersey_id order by jersey_id`;

const STORED = `select jersey_id, upvotes, downvotes from private.standings
  where upvotes + downvotes > 0 order by jersey_id`;

describe("a vote", () => {
  it.each([
    ["of a confirmed member", OF_AGE, 1],
    [
      "with a confirmed number",
      "update auth.users set phone_confirmed_at = now(), created_at = now() - interval '2 days' where id = $1",
      1,
    ],
    [
      "of an unconfirmed member",
      "update auth.users set created_at = now() - interval '2 days' where id = $1",
      0,
    ],
    [
      "of a member who joined 23 hours ago",
      "update auth.users set email_confirmed_at = now(), created_at = now() - interval '23 hours' where id = $1",
      0,
    ],
    [
      "of the demonstration",
      `update auth.users set banned_until = '2999-01-01', raw_app_meta_data = '{"demo": true}' where id = $1`,
      1,
    ],
  ])("%s counts for rankings as it should, and in the counters", (_, account, counted) =>
    rules.scenario(async ({ as, system }) => {
      await system(account, [rules.ids.stranger]);
      // The demonstration's accounts are barred: commands vote for them.
      const demo = account.includes("demo");
      if (demo) {
        await system("insert into jersey_votes (jersey_id, voter_id, vote) values ($1, $2, 'up')", [
          fixture.approved,
          rules.ids.stranger,
        ]);
      } else await as("stranger", CAST, [fixture.approved, "up"]);
      expect(await standing(system)).toEqual({ upvotes: counted, downvotes: 0 });
      const { rows } = await system("select upvotes from jerseys where id = $1", [
        fixture.approved,
      ]);
      expect(rows).toEqual([{ upvotes: 1 }]);
    }),
  );

  it("counts from the end of the first day, from the confirmation, and while nobody is suspended", () =>
    rules.scenario(async ({ as, system }) => {
      const change = async (what: string) => {
        await system(`update auth.users set ${what} where id = $1`, [rules.ids.stranger]);
        return (await standing(system)).upvotes;
      };
      await system("update auth.users set created_at = now() where id = $1", [rules.ids.stranger]);
      await as("stranger", CAST, [fixture.approved, "up"]);
      expect(await change("email_confirmed_at = now()")).toBe(0);
      expect(await change("created_at = now() - interval '1 day'")).toBe(1);
      expect(await change("banned_until = now() + interval '1 hour'")).toBe(0);
      expect(await change("banned_until = null")).toBe(1);
      expect(await change("is_anonymous = true")).toBe(0);
      expect(await change("is_anonymous = false")).toBe(1);
      expect(await change("deleted_at = now()")).toBe(0);
      expect(await change("deleted_at = null")).toBe(1);
      expect(await change("email_confirmed_at = null")).toBe(0);
      expect((await system(REBUILD)).rows).toEqual([]);
    }));

  it("counts when the day of its voter is over, by nothing but time", () =>
    rules.scenario(async ({ as, system }) => {
      await system(
        "update auth.users set email_confirmed_at = now(), created_at = now() - interval '20 hours' where id = $1",
        [rules.ids.stranger],
      );
      await as("stranger", CAST, [fixture.approved, "down"]);
      expect(await standing(system)).toEqual({ upvotes: 0, downvotes: 0 });
      await pass(system, "3 hours");
      expect(await standing(system)).toEqual({ upvotes: 0, downvotes: 0 });
      await pass(system, "2 hours");
      expect(await standing(system)).toEqual({ upvotes: 0, downvotes: 1 });
    }));

  it("counts again when a suspension is over, by nothing but time", () =>
    rules.scenario(async ({ as, system }) => {
      await system(OF_AGE, [rules.ids.stranger]);
      await as("stranger", CAST, [fixture.approved, "up"]);
      await system("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
        rules.ids.stranger,
      ]);
      expect(await standing(system)).toEqual({ upvotes: 0, downvotes: 0 });
      await silently(system, () =>
        system("update auth.users set banned_until = now() where id = $1", [rules.ids.stranger]),
      );
      await system("update private.voters_noted set until = now() - interval '1 hour'");
      expect(await standing(system)).toEqual({ upvotes: 1, downvotes: 0 });
    }));

  it("follows a merge and goes with an account or a jersey", () =>
    rules.scenario(async ({ as, system }) => {
      await system(
        "update jerseys set status = 'approved', is_active = true, moderation_note = null",
      );
      for (const member of ["stranger", "admin"] as const) {
        await system(OF_AGE, [rules.ids[member]]);
        await as(member, CAST, [fixture.inactive, "up"]);
      }
      await as("admin", CAST, [fixture.approved, "down"]);
      await as("admin", MERGE, [fixture.inactive, fixture.approved]);
      expect(await standing(system)).toEqual({ upvotes: 1, downvotes: 1 });
      await system("delete from auth.users where id = $1", [rules.ids.stranger]);
      expect(await standing(system)).toEqual({ upvotes: 0, downvotes: 1 });
      expect((await system(REBUILD)).rows).toEqual([]);
      for (const id of [fixture.approved, fixture.inactive]) {
        await system("delete from jerseys where id = $1", [id]);
      }
      await settle(system);
      expect((await system(STORED)).rows).toEqual([]);
    }));

  it("tells nobody else whether it counts, and lets no client decide", async () => {
    const outcomes = await rules.scenario(async ({ as, outcome }) => {
      await as("owner", CAST, [fixture.approved, "up"]);
      const ask = "select cast_at from jersey_votes";
      return [
        await outcome("visitor", ask),
        await outcome("owner", ask),
        await outcome("stranger", ask),
        await outcome("admin", ask),
      ];
    });
    expect(outcomes).toEqual(["42501", 1, 0, 1]);
    const refused = { visitor: "42501", owner: "42501", stranger: "42501", admin: "42501" };
    for (const text of [
      "insert into jersey_votes (jersey_id, voter_id, vote, cast_at) values ($1, auth.uid(), 'up', '2040-01-01')",
      "update jersey_votes set cast_at = '2040-01-01' where jersey_id = $1",
    ]) {
      expect(await rules.everyone(text, [fixture.approved])).toEqual(refused);
    }
    for (const text of [
      "select derive()",
      "select age_votes()",
      "select rebuild()",
      "select * from private.standings",
      "select * from private.changes",
      "insert into private.changes (kind, id) values ('vote', gen_random_uuid())",
    ]) {
      expect(await rules.everyone(text)).toEqual(refused);
    }
  });
});

describe("rising", () => {
  const rising = async (system: System, jersey: string): Promise<number> => {
    await settle(system);
    const { rows } = await system("select rising from private.standings where jersey_id = $1", [
      jersey,
    ]);
    return rows[0]?.rising ?? 0;
  };

  it("is the votes for minus those against, each for 30 days", () =>
    rules.scenario(async ({ as, system }) => {
      await system(OF_AGE, [rules.ids.stranger]);
      await system(OF_AGE, [rules.ids.admin]);
      await as("stranger", CAST, [fixture.approved, "up"]);
      expect(await rising(system, fixture.approved)).toBe(1);
      await as("admin", CAST, [fixture.approved, "down"]);
      expect(await rising(system, fixture.approved)).toBe(0);
      await as("admin", CAST, [fixture.approved, "up"]);
      expect(await rising(system, fixture.approved)).toBe(2);
      await pass(system, "29 days");
      expect(await rising(system, fixture.approved)).toBe(2);
      // One of them is switched, and new again.
      await as("stranger", CAST, [fixture.approved, "down"]);
      expect(await rising(system, fixture.approved)).toBe(0);
      await pass(system, "1 day");
      expect(await rising(system, fixture.approved)).toBe(-1);
      expect(await standing(system)).toEqual({ upvotes: 1, downvotes: 1 });
    }));
});

describe("rebuild", () => {
  it("repairs standings, and names none that waits", () =>
    rules.scenario(async ({ as, system }) => {
      await system(OF_AGE, [rules.ids.stranger]);
      await as("stranger", CAST, [fixture.approved, "up"]);
      expect((await system(REBUILD)).rows).toEqual([]);
      await system("update private.standings set upvotes = 7, rising = 3");
      expect((await system(REBUILD)).rows).toContainEqual({
        what: "standings",
        id: fixture.approved,
        was: "7 0 3",
        is: "1 0 1",
      });
      await settle(system);
      await system("delete from private.standings");
      expect((await system(REBUILD)).rows).toContainEqual({
        what: "standings",
        id: fixture.approved,
        was: null,
        is: "1 0 1",
      });
      await pass(system, "31 days");
      await settle(system);
      expect((await system(REBUILD)).rows).toEqual([]);
      await as("stranger", "delete from jersey_votes");
      await settle(system);
      expect((await system("select from private.standings")).rowCount).toBe(0);
    }));
});

it("standings are exact after 200 votes, changes of accounts and jobs in any order", () =>
  rules.scenario(async ({ system }) => {
    let state = 20_261_126;
    const below = (limit: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return (state >> 8) % limit;
    };
    const members = Array.from({ length: 12 }, () => randomUUID());
    for (const [index, id] of members.entries()) {
      await addMember({ query: system } as never, id, `votante_${index}`);
      if (index % 3) await system(OF_AGE, [id]);
    }
    const { rows: jerseys } = await system(
      `insert into jerseys (league, competition_id, season_id, team, title, status)
       select 'SOCCER', $1, $2, 'Lens', 'Maillot ' || n, 'approved' from generate_series(1, 6) n returning id`,
      [fixture.competition, fixture.season],
    );
    const accounts = [
      "email_confirmed_at = now()",
      "email_confirmed_at = null",
      "banned_until = now() + interval '1 year'",
      "banned_until = null",
      "created_at = now() - interval '3 days'",
      "created_at = now() - interval '3 hours'",
    ];
    for (let step = 0; step < 200; step += 1) {
      const member = members[below(members.length)];
      const jersey = jerseys[below(jerseys.length)].id;
      switch (below(8)) {
        case 0:
          await system("delete from jersey_votes where jersey_id = $1 and voter_id = $2", [
            jersey,
            member,
          ]);
          break;
        case 1:
        case 2:
          await system(`update auth.users set ${accounts[below(accounts.length)]} where id = $1`, [
            member,
          ]);
          break;
        case 3: // All votes of a member at once.
          await system("update jersey_votes set vote = $2 where voter_id = $1", [
            member,
            below(2) ? "up" : "down",
          ]);
          break;
        case 4:
          await system(
            "update jersey_votes set cast_at = now() - $2 * interval '1 day' where jersey_id = $1 and cast_at is not null",
            [jersey, below(33)],
          );
          await system("select derive($1)", [1 + below(3)]);
          break;
        default:
          await system(
            `insert into jersey_votes (jersey_id, voter_id, vote) select unnest($1::uuid[]), $2, $3
             on conflict (jersey_id, voter_id) do update set vote = excluded.vote`,
            [
              jerseys.slice(below(3), 3 + below(4)).map(({ id }) => id),
              member,
              below(3) ? "up" : "down",
            ],
          );
      }
    }
    await settle(system);
    const counted = (await system(BY_HAND)).rows;
    expect(counted.length).toBeGreaterThan(3);
    expect((await system(STORED)).rows).toEqual(counted);
    // Sums of doubles, exact to the last digit.
    expect((await system(REBUILD)).rows).toEqual([]);
    expect(
      (await system("select from private.standings where rising <> 0")).rowCount,
    ).toBeGreaterThan(2);
  }));
