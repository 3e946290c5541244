import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";
import { REBUILD } from "../../support/rebuild.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const CAST = `insert into jersey_votes (jersey_id, vote) select unnest($1::uuid[]), $2
  on conflict (jersey_id, voter_id) do update set vote = excluded.vote`;

describe("counters", () => {
  // Parallel votes by the hundred: tests/contract/toggling.test.ts.
  it("follow an upsert that adds some votes and changes others", () =>
    rules.scenario(async ({ as, system }) => {
      await system(
        "update jerseys set status = 'approved', is_active = true, moderation_note = null",
      );
      const jerseys = [fixture.approved, fixture.inactive, fixture.pending];
      await as("stranger", CAST, [jerseys.slice(0, 2), "up"]);
      await as("stranger", CAST, [jerseys.slice(1), "down"]);
      await as("admin", CAST, [jerseys, "down"]);
      await as("stranger", "delete from jersey_votes where jersey_id = $1", [fixture.pending]);
      const { rows } = await system(
        "select upvotes, downvotes from jerseys where id = any($1) order by array_position($1, id)",
        [jerseys],
      );
      expect(rows).toEqual([
        { upvotes: 1, downvotes: 1 },
        { upvotes: 0, downvotes: 2 },
        { upvotes: 0, downvotes: 1 },
      ]);
      expect((await system(REBUILD)).rows).toEqual([]);
    }));

  it("lose the votes of a deleted account", () =>
    rules.scenario(async ({ as, system }) => {
      await system("delete from jersey_votes");
      await as("stranger", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [
        fixture.approved,
      ]);
      await system("delete from auth.users where id = $1", [rules.ids.stranger]);
      const { rows } = await system("select sum(upvotes)::int as up from jerseys");
      expect(rows).toEqual([{ up: 0 }]);
    }));
});

describe("rebuild", () => {
  it("repairs wrong counters and returns them", () =>
    rules.scenario(async ({ as, system }) => {
      await system("delete from jersey_votes");
      await as("stranger", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [
        fixture.approved,
      ]);
      await system("update jerseys set upvotes = 7, downvotes = 3 where id = $1", [
        fixture.approved,
      ]);
      const { rows } = await system(REBUILD);
      expect(rows).toContainEqual({
        what: "counters",
        id: fixture.approved,
        was: "7 3",
        is: "1 0",
      });
      expect((await system(REBUILD)).rows).toEqual([]);
    }));

  it("is not for members, not even administrators", async () => {
    expect(await rules.everyone("select rebuild()")).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });
});
