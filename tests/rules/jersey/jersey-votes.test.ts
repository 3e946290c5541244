import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const VOTE = "insert into jersey_votes (jersey_id, voter_id, vote) values ($1, auth.uid(), 'up')";

describe("voting", () => {
  it("is for members, on public jerseys only", async () => {
    expect(await rules.everyone(VOTE, [fixture.approved])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: 1,
      admin: 1,
    });
    for (const state of ["pending", "rejected", "inactive"] as const) {
      expect(await rules.everyone(VOTE, [fixture[state]])).toEqual({
        visitor: "42501",
        owner: "42501",
        stranger: "42501",
        admin: "42501",
      });
    }
  });

  it("requires one's own name", async () => {
    const forged = "insert into jersey_votes (jersey_id, voter_id, vote) values ($1, $2, 'up')";
    expect(await rules.everyone(forged, [fixture.approved, rules.ids.stranger])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: 1,
      admin: "42501",
    });
  });

  it("is possible once per jersey; an upsert changes the vote", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      await as("stranger", VOTE, [fixture.approved]);
      expect(await outcome("stranger", VOTE, [fixture.approved])).toBe("23505");
      // PostgREST's form of an upsert: it sets every given column.
      const upsert = `insert into jersey_votes (jersey_id, voter_id, vote)
        values ($1, auth.uid(), 'down') on conflict (jersey_id, voter_id) do update
        set jersey_id = excluded.jersey_id, voter_id = excluded.voter_id, vote = excluded.vote`;
      expect(await outcome("stranger", upsert, [fixture.approved])).toBe(1);
      const { rows } = await system("select upvotes, downvotes, score from jerseys where id = $1", [
        fixture.approved,
      ]);
      expect(rows).toEqual([{ upvotes: 0, downvotes: 1, score: -1 }]);
    }));
});

describe("a vote", () => {
  const withVote = (text: string, values: unknown[] = [fixture.approved]) =>
    rules.scenario(async ({ as, outcome }) => {
      await as("owner", VOTE, [fixture.approved]);
      return {
        visitor: await outcome("visitor", text, values),
        stranger: await outcome("stranger", text, values),
        admin: await outcome("admin", text, values),
        owner: await outcome("owner", text, values),
      };
    });

  it("is read by its voter and administrators", async () => {
    expect(await withVote("select * from jersey_votes where jersey_id = $1")).toEqual({
      visitor: "42501",
      stranger: 0,
      admin: 1,
      owner: 1,
    });
  });

  it.each([
    ["changed", "update jersey_votes set vote = 'down' where jersey_id = $1"],
    ["withdrawn", "delete from jersey_votes where jersey_id = $1"],
  ])("is %s by its voter only", async (_, text) => {
    expect(await withVote(text)).toEqual({ visitor: "42501", stranger: 0, admin: 0, owner: 1 });
  });

  it("can't move to a jersey that isn't public, or to another voter", async () => {
    const move = "update jersey_votes set jersey_id = $2 where jersey_id = $1";
    const moved = await withVote(move, [fixture.approved, fixture.pending]);
    expect(moved.owner).toBe("42501");
    const give = "update jersey_votes set voter_id = $2 where jersey_id = $1";
    const given = await withVote(give, [fixture.approved, rules.ids.stranger]);
    expect(given.owner).toBe("42501");
  });

  it("can be withdrawn after the jersey was rejected, but not changed", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      await as("stranger", VOTE, [fixture.approved]);
      await system("update jerseys set status = 'rejected' where id = $1", [fixture.approved]);
      expect(await outcome("stranger", "update jersey_votes set vote = 'down'")).toBe("42501");
      expect(await outcome("stranger", "delete from jersey_votes")).toBe(1);
    }));

  it("tells only its voter and administrators when it was cast, and lets no client decide that", async () => {
    const outcomes = await rules.scenario(async ({ as, outcome }) => {
      await as("owner", VOTE, [fixture.approved]);
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
      "select * from private.changes",
      "insert into private.changes (kind, id) values ('vote', gen_random_uuid())",
    ]) {
      expect(await rules.everyone(text)).toEqual(refused);
    }
  });

  it("forgets after 30 days when it was cast, not what it was", () =>
    rules.scenario(async ({ as, system }) => {
      await as("owner", VOTE, [fixture.approved]);
      await as("stranger", VOTE, [fixture.approved]);
      await system(
        `update jersey_votes set cast_at = now() - case voter_id when $1 then interval '30 days' else interval '29 days' end`,
        [rules.ids.owner],
      );
      expect((await system("select age_votes() as aged")).rows).toEqual([{ aged: 1 }]);
      const { rows } = await system(
        "select vote, cast_at is null as is_undated from jersey_votes order by voter_id = $1 desc",
        [rules.ids.owner],
      );
      expect(rows).toEqual([
        { vote: "up", is_undated: true },
        { vote: "up", is_undated: false },
      ]);
    }));
});
