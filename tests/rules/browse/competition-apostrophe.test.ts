import { afterAll, beforeAll, expect, it } from "vitest";

import { createRules, type Rules } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

it("a competition with a typographic apostrophe is found by both", () =>
  rules.scenario(async ({ as, system }) => {
    await system(`insert into competitions (name, slug, league, sport)
      values ('Women’s Super League', 'womens-super-league', 'SOCCER', 'SOCCER')`);
    for (const query of ["women's super", "women’s super", "womens super league"]) {
      const { rows } = await as("visitor", "select name from search_competitions($1)", [query]);
      expect(rows, query).toEqual([{ name: "Women’s Super League" }]);
    }
  }));
