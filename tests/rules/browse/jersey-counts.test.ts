import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MERGE } from "../support/merge.ts";
import { createRules, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";
import { REBUILD } from "../../support/rebuild.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

/** The counts of each kind as a visitor reads them once all is derived, without zeros. */
async function counts({ as, derived }: Scenario): Promise<Record<string, number>> {
  await derived();
  const { rows } = await as(
    "visitor",
    "select kind, key, jerseys from jersey_counts where jerseys > 0",
  );
  return Object.fromEntries(
    rows.map(({ kind, key, jerseys }) => [`${kind} ${key}`, Number(jerseys)]),
  );
}

/** As the job sums them up. */
async function votes({ as, system }: Scenario): Promise<unknown> {
  await system("select refresh_vote_sums()");
  return (await as("visitor", "select upvotes::int, downvotes::int from vote_totals()")).rows[0];
}

/** Expects that the stored numbers equal the counted ones. */
async function expectExact({ system }: Scenario): Promise<void> {
  expect((await system(REBUILD)).rows).toEqual([]);
}

const ofAll = (jerseys: number) => ({
  "all ": jerseys,
  "league SOCCER": jerseys,
  [`competition ${fixture.competition}`]: jerseys,
  [`team ${fixture.team}`]: jerseys,
});

describe("jersey_counts", () => {
  it("counts public jerseys only", () =>
    rules.scenario(async (scenario) => {
      expect(await counts(scenario)).toEqual(ofAll(1));
      await expectExact(scenario);
    }));

  it.each([
    ["approval", "select moderate_jersey($1, 'approved')", "pending", 2],
    ["removal", "select remove_jersey($1, 'wrong')", "approved", 0],
    ["retirement", "update jerseys set is_active = false where id = $1", "approved", 0],
    ["return", "update jerseys set is_active = true where id = $1", "inactive", 2],
    ["deletion", "delete from jerseys where id = $1", "approved", 0],
    ["deletion of a pending one", "delete from jerseys where id = $1", "pending", 1],
  ] as const)("follows a %s", (_, text, jersey, jerseys) =>
    rules.scenario(async (scenario) => {
      const isDeletion = text.startsWith("delete");
      await scenario.as(isDeletion ? "owner" : "admin", text, [fixture[jersey]]);
      expect(await counts(scenario)).toEqual(jerseys === 0 ? {} : ofAll(jerseys));
      await expectExact(scenario);
    }),
  );

  it("follows a jersey to another team", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("admin", "update jerseys set team_id = $2 where id = $1", [
        fixture.approved,
        fixture.retiredTeam,
      ]);
      expect(await counts(scenario)).toMatchObject({
        "all ": 1,
        [`team ${fixture.retiredTeam}`]: 1,
      });
      await scenario.as("admin", "update jerseys set team_id = null, team = 'FC' where id = $1", [
        fixture.approved,
      ]);
      expect(Object.keys(await counts(scenario))).toHaveLength(3);
      await expectExact(scenario);
    }));

  it("is read-only", async () => {
    // Nobody can write to a view of several tables.
    const refused = { visitor: "55000", owner: "55000", stranger: "55000", admin: "55000" };
    expect(await rules.everyone("update jersey_counts set jerseys = 7")).toEqual(refused);
    expect(await rules.everyone("delete from jersey_counts")).toEqual(refused);
    const denied = { visitor: "42501", owner: "42501", stranger: "42501", admin: "42501" };
    expect(await rules.everyone("select rebuild()")).toEqual(denied);
    expect(await rules.everyone("update private.catalogue_teams set jerseys = 7")).toEqual(denied);
  });
});

describe("vote_totals", () => {
  const VOTE = "insert into jersey_votes (jersey_id, vote) values ($1, $2)";

  it("sums up the votes on public jerseys through every change", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await system("delete from jersey_votes");
      expect(await votes(scenario)).toEqual({ upvotes: 0, downvotes: 0 });
      await as("stranger", VOTE, [fixture.approved, "up"]);
      await as("owner", VOTE, [fixture.approved, "down"]);
      expect(await votes(scenario)).toEqual({ upvotes: 1, downvotes: 1 });
      await as("owner", "update jersey_votes set vote = 'up'");
      expect(await votes(scenario)).toEqual({ upvotes: 2, downvotes: 0 });

      await as("admin", "update jerseys set is_active = false where id = $1", [fixture.approved]);
      expect(await votes(scenario)).toEqual({ upvotes: 0, downvotes: 0 });
      await as("owner", "delete from jersey_votes");
      await as("admin", "update jerseys set is_active = true where id = $1", [fixture.approved]);
      expect(await votes(scenario)).toEqual({ upvotes: 1, downvotes: 0 });
      await expectExact(scenario);

      await as("owner", "delete from jerseys where id = $1", [fixture.approved]);
      expect(await votes(scenario)).toEqual({ upvotes: 0, downvotes: 0 });
      await expectExact(scenario);
    }));

  it("stays correct when two jerseys are merged", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await system("update jerseys set status = 'approved' where id = $1", [fixture.pending]);
      await as("stranger", VOTE, [fixture.approved, "down"]);
      await as("stranger", VOTE, [fixture.pending, "up"]);
      await as("owner", VOTE, [fixture.pending, "up"]);
      await as("admin", MERGE, [fixture.pending, fixture.approved]);
      expect(await votes(scenario)).toEqual({ upvotes: 1, downvotes: 1 });
      expect(await counts(scenario)).toEqual(ofAll(1));
      await expectExact(scenario);
    }));
});
