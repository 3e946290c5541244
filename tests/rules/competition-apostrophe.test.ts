import { afterAll, beforeAll, expect, it } from "vitest";

import { migrationText } from "../support/migrations.ts";
import { createRules, type Rules } from "./support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

const ADD = `insert into competitions (name, slug, league, sport)
  values ('Women''s Super League', 'womens-super-league', 'SOCCER', 'SOCCER') returning id`;
const NAMES = "select name from competitions where slug = 'womens-super-league'";

it("the catalogue's competition gets the typographic apostrophe, and is found by both", () =>
  rules.scenario(async ({ as, system }) => {
    await system(ADD);
    await system(migrationText("20261126000120_competition_apostrophe.sql"));
    expect((await system(NAMES)).rows).toEqual([{ name: "Women’s Super League" }]);
    for (const query of ["women's super", "women’s super", "womens super league"]) {
      const { rows } = await as("visitor", "select name from search_competitions($1)", [query]);
      expect(rows, query).toEqual([{ name: "Women’s Super League" }]);
    }
  }));

it("what an administrator entered or renamed stays", () =>
  rules.scenario(async ({ as, system }) => {
    const { rows } = await system(ADD);
    for (const name of ["WSL", "Women's Super League"]) {
      await as("admin", "update competitions set name = $2 where id = $1", [rows[0].id, name]);
    }
    await system(migrationText("20261126000120_competition_apostrophe.sql"));
    expect((await system(NAMES)).rows).toEqual([{ name: "Women's Super League" }]);
    await system("delete from competitions where id = $1", [rows[0].id]);
    await as("admin", ADD);
    await system(migrationText("20261126000120_competition_apostrophe.sql"));
    expect((await system(NAMES)).rows).toEqual([{ name: "Women's Super League" }]);
  }));
