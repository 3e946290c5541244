import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules, type Scenario } from "./support/rules.ts";
import { createWorld, type World } from "./support/world.ts";

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
});
afterAll(() => rules.close());

const COMMENT = "insert into comments (jersey_id, body) values ($1, 'Superbe')";

/** Inserts this many comments of the stranger at `ago` before now, without rules. */
const earlier = ({ system }: Scenario, count: number, ago: string) =>
  system(
    `insert into comments (jersey_id, author_id, body, created_at)
     select $1, $2, 'Avant', now() - $4::interval from generate_series(1, $3)`,
    [world.approved, rules.ids.stranger, count, ago],
  );

describe("comments", () => {
  it("are limited to ten in five minutes; then PT429 with a stable word", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await earlier(scenario, 9, "4 minutes");
      expect(await outcome("stranger", COMMENT, [world.approved])).toBe(1);
      await expect(as("stranger", COMMENT, [world.approved])).rejects.toMatchObject({
        code: "PT429",
        message: "comments_too_many",
      });
      // Other members are not affected.
      expect(await outcome("owner", COMMENT, [world.approved])).toBe(1);
    }));

  it("don't count when they are older", () =>
    rules.scenario(async (scenario) => {
      await earlier(scenario, 50, "6 minutes");
      expect(await scenario.outcome("stranger", COMMENT, [world.approved])).toBe(1);
    }));

  it("are limited within one large insert too", () =>
    rules.scenario(async ({ outcome }) => {
      const many = `insert into comments (jersey_id, body)
        select $1, 'Superbe' from generate_series(1, 11)`;
      expect(await outcome("stranger", many, [world.approved])).toBe("PT429");
    }));

  it("of commands are not limited", () =>
    rules.scenario(async (scenario) => {
      expect((await earlier(scenario, 50, "1 minute")).rowCount).toBe(50);
    }));
});

describe("reports", () => {
  it("are limited to thirty an hour, settled or not", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      await system(
        `insert into reports (reporter_id, target_type, target_id, status, created_at)
         select $1, 'jersey', $2, 'dismissed', now() - interval '50 minutes'
         from generate_series(1, 29)`,
        [rules.ids.stranger, world.approved],
      );
      const report = "insert into reports (target_type, target_id) values ($1, $2)";
      expect(await outcome("stranger", report, ["jersey", world.approved])).toBe(1);
      await expect(as("stranger", report, ["comment", world.comment])).rejects.toMatchObject({
        code: "PT429",
        message: "reports_too_many",
      });
    }));
});
