import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, PERSONAS, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const MEMBERS = ["owner", "stranger", "admin"] as const;

async function collect(
  { as }: Scenario,
  jersey: string,
  members: readonly (typeof MEMBERS)[number][],
) {
  for (const member of members) {
    await as(member, "insert into user_collections (user_id, jersey_id) values (auth.uid(), $1)", [
      jersey,
    ]);
  }
}

/** What each persona is told; the same for all, collectors included. */
async function shownCollectors({ as }: Scenario, jersey: string): Promise<number | null> {
  const answers = new Set<number | null>();
  for (const persona of PERSONAS) {
    const { rows } = await as(persona, "select collectors::integer from shelf_counts($1)", [
      jersey,
    ]);
    answers.add(rows[0]?.collectors ?? null);
  }
  expect(answers.size).toBe(1);
  return [...answers][0]!;
}

describe("wishers", () => {
  it("are counted apart, from three on, and their number outdates the page", () =>
    rules.scenario(async ({ as, system }) => {
      const counts = async () =>
        (await as("visitor", "select * from shelf_counts($1)", [fixture.approved])).rows;
      const wish = "insert into user_wishlists (user_id, jersey_id) values (auth.uid(), $1)";
      await as("owner", wish, [fixture.approved]);
      await as("stranger", wish, [fixture.approved]);
      expect(await counts()).toEqual([{ collectors: null, wishers: null }]);
      await system("delete from private.changes");
      await as("admin", wish, [fixture.approved]);
      expect(await counts()).toEqual([{ collectors: null, wishers: "3" }]);
      expect((await system("select from private.changes")).rowCount).toBe(1);
      expect(
        (await as("visitor", "select * from shelf_counts($1)", [fixture.pending])).rows,
      ).toEqual([]);
    }));
});

describe("the order by owners", () => {
  it("counts them from three on", () =>
    rules.scenario(async (scenario) => {
      const { derived, system } = scenario;
      const owned = async () => {
        await derived();
        const { rows } = await system(
          "select owned from private.catalogue_entries where jersey_id = $1",
          [fixture.approved],
        );
        return rows[0].owned as number;
      };
      await collect(scenario, fixture.approved, ["owner", "admin"]);
      expect(await owned()).toBe(0);
      await collect(scenario, fixture.approved, ["stranger"]);
      expect(await owned()).toBe(3);
      await scenario.as("stranger", "delete from user_collections");
      expect(await owned()).toBe(0);
    }));
});

describe("collectors", () => {
  it("tells nobody of fewer than three", () =>
    rules.scenario(async (scenario) => {
      expect(await shownCollectors(scenario, fixture.approved)).toBeNull();
      await collect(scenario, fixture.approved, ["owner", "admin"]);
      expect(await shownCollectors(scenario, fixture.approved)).toBeNull();
      await collect(scenario, fixture.approved, ["stranger"]);
      expect(await shownCollectors(scenario, fixture.approved)).toBe(3);
      await scenario.as("stranger", "delete from user_collections");
      expect(await shownCollectors(scenario, fixture.approved)).toBeNull();
    }));

  it("tells nothing of a jersey that isn't public", () =>
    rules.scenario(async (scenario) => {
      await scenario.system(
        "insert into user_collections (user_id, jersey_id) select unnest($1::uuid[]), unnest($2::uuid[])",
        [
          MEMBERS.flatMap((member) => [rules.ids[member], rules.ids[member]]),
          MEMBERS.flatMap(() => [fixture.pending, fixture.inactive]),
        ],
      );
      expect(await shownCollectors(scenario, fixture.pending)).toBeNull();
      expect(await shownCollectors(scenario, fixture.inactive)).toBeNull();
    }));

  it("outdates the page when the number may have changed, and only then", () =>
    rules.scenario(async (scenario) => {
      const noted = async () => {
        const { rows } = await scenario.system("delete from private.changes returning kind, id");
        for (const row of rows) expect(row).toEqual({ kind: "page", id: fixture.approved });
        return rows.length > 0;
      };
      await noted();
      await collect(scenario, fixture.approved, ["owner"]);
      expect(await noted()).toBe(false);
      await collect(scenario, fixture.approved, ["stranger", "admin"]);
      expect(await noted()).toBe(true);
      await scenario.as("admin", "delete from user_collections");
      expect(await noted()).toBe(true);
      await scenario.as("owner", "delete from user_collections");
      expect(await noted()).toBe(false);
    }));
});
