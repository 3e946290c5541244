import { afterAll, beforeAll, expect, it } from "vitest";

import { storeCatalogue } from "../../../server/catalogue/seed/insert-catalogue.ts";
import { createRules, type Rules, type Scenario } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

/** Loads the brands of today's catalogue. */
const loadBrands = ({ system }: Scenario) =>
  storeCatalogue({ query: system } as never, {
    competitions: [],
    seasons: [],
    teams: [],
    participations: [],
    aliases: [],
    brands: [
      { name: "Erreà", priority: 1 },
      { name: "ASICS", priority: 1 },
    ],
  });
const names = async ({ system }: Scenario) =>
  (await system("select name from brands where name ~* '^(err|asi)'")).rows
    .map(({ name }) => name)
    .toSorted((one, other) => one.localeCompare(other));

it("an administrator's spelling stays, and no later load adds another", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    await system("insert into brands (name) values ('Errea Sport')");
    await as("admin", "update brands set name = 'Errea' where name = 'Errea Sport'");
    await as("admin", "insert into brands (name) values ('Asics')");
    await loadBrands(scenario);
    expect(await names(scenario)).toEqual(["Asics", "Errea"]);
  }));
