import { afterAll, beforeAll, expect, it } from "vitest";

import { storeCatalogue } from "../../server/seed/insert-catalogue.ts";
import { migrationText } from "../support/migrations.ts";
import { createRules, type Rules, type Scenario } from "./support/rules.ts";
import { createWorld, type World } from "./support/world.ts";

const MIGRATION = "20261125000120_brand_names.sql";

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
});
afterAll(() => rules.close());

const INSERT = "insert into brands (name) values ('Errea'), ('Asics'), ('Nike')";
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
const migrate = ({ system }: Scenario) => system(migrationText(MIGRATION));
const names = async ({ system }: Scenario) =>
  (await system("select name from brands where name ~* '^(err|asi)'")).rows
    .map(({ name }) => name)
    .toSorted((one, other) => one.localeCompare(other));

it("brands have their own spelling, on their jerseys too", () =>
  rules.scenario(async (scenario) => {
    const { system } = scenario;
    await system(INSERT);
    await system(
      "update jerseys set brand_id = (select id from brands where name = 'Errea') where id = $1",
      [world.approved],
    );
    await system("update jerseys set brand = 'Errea' where id = $1", [world.pending]);
    await migrate(scenario);
    expect(await names(scenario)).toEqual(["ASICS", "Erreà"]);
    const { rows } = await system("select brand from jerseys where id = any ($1) order by status", [
      [world.approved, world.pending],
    ]);
    // What a member typed stays.
    expect(rows).toEqual([{ brand: "Erreà" }, { brand: "Errea" }]);
    // A later load finds them.
    await loadBrands(scenario);
    expect(await names(scenario)).toEqual(["ASICS", "Erreà"]);
  }));

it("an administrator's spelling stays, and no later load adds another", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    await system("insert into brands (name) values ('Errea Sport')");
    await as("admin", "update brands set name = 'Errea' where name = 'Errea Sport'");
    await as("admin", "insert into brands (name) values ('Asics')");
    await migrate(scenario);
    await loadBrands(scenario);
    expect(await names(scenario)).toEqual(["Asics", "Errea"]);
  }));
