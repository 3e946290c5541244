import { afterAll, beforeAll, expect, it } from "vitest";

import { KIT_TYPES } from "../../../app/shared/domain/kit-types.ts";
import { createRules, PERSONAS, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

/** Public jerseys of the team besides the existing one: year, kit type, score. */
const ADD = `insert into jerseys (
    league, competition_id, season_id, team_id, title, status, year, kit_type, upvotes)
  select 'SOCCER', competition_id, seasons.id, teams.id, $3, coalesce($6, 'approved'), $4, $5, $7
  from teams, seasons where teams.id = $1 and code = $2`;

async function addSome({ system }: Scenario) {
  const add = (
    title: string,
    year: number | null,
    kit: string | null,
    score: number,
    more = {},
  ) => {
    const { code = "2024-25", status = "approved" } = more as { code?: string; status?: string };
    return system(ADD, [fixture.team, code, title, year, kit, status, score]);
  };
  await add("Unique", 2024, "home", 3);
  await add("Deux", 2024, "home", 9);
  await add("Trois", 2024, "home", 5);
  await add("Sans année", null, "home", 7);
  await add("Sans type", 2024, null, 1);
  await add("Autre", 2024, "other", 2);
  await add("Bientôt", 2029, "away", 0);
  await add("Avant", 2019, "away", 4);
  await add("Attend", 2024, "home", 50, { status: "pending" });
  // A season hidden from visitors gives no year.
  await add("Jamais", null, "third", 6, { code: "1995-96" });
}

it("every kit type is counted and shown in the timeline, and no other can be stored", () =>
  rules.scenario(async (scenario) => {
    const { rows } = await scenario.system("select private.kit_types() as kits");
    expect(rows[0].kits).toEqual([...KIT_TYPES]);
    await scenario.system("delete from jerseys");
    for (const kit of KIT_TYPES) {
      await scenario.system(ADD, [fixture.team, "2024-25", kit, 2024, kit, "approved", 1]);
    }
    const kits = async (query: string) =>
      (await scenario.as("visitor", query, [fixture.team])).rows.map(({ kit_type }) => kit_type);
    const all = expect.arrayContaining([...KIT_TYPES]);
    expect(await kits("select kit_type from team_kits($1)")).toEqual(all);
    expect(await kits("select kit_type from team_decade($1, 2020)")).toEqual(all);
    expect(
      await kits(
        `select kit_type from season_kits((select competition_id from teams where id = $1),
           (select id from seasons where code = '2024-25'))`,
      ),
    ).toEqual(all);
  }));

it("team_kits counts public jerseys by year and kit type, the same for everyone", () =>
  rules.scenario(async (scenario) => {
    await addSome(scenario);
    for (const persona of PERSONAS) {
      const { rows } = await scenario.as(
        persona,
        "select year, kit_type, jerseys::int from team_kits($1)",
        [fixture.team],
      );
      // Including the existing jersey, without a known year and kit type.
      expect(rows, persona).toEqual([
        { year: 2029, kit_type: "away", jerseys: 1 },
        { year: 2024, kit_type: "home", jerseys: 4 },
        { year: 2024, kit_type: "other", jerseys: 3 },
        { year: 2019, kit_type: "away", jerseys: 1 },
      ]);
    }
  }));

it("team_decade returns the two best of each, the best rated first", () =>
  rules.scenario(async (scenario) => {
    await addSome(scenario);
    const titles = async (decade: number) =>
      (
        await scenario.as("visitor", "select title from team_decade($1, $2)", [
          fixture.team,
          decade,
        ])
      ).rows.map(({ title }) => title);
    expect(await titles(2020)).toEqual(["Deux", "Sans année", "Autre", "Sans type", "Bientôt"]);
    expect(await titles(2010)).toEqual(["Avant"]);
    expect(await titles(1990)).toEqual([]);
    expect(await titles(2147483647)).toEqual([]);
  }));

it("team_kits follows changes of a jersey", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    await addSome(scenario);
    const counts = async () =>
      (
        await as("visitor", "select year, kit_type, jerseys::int from team_kits($1)", [
          fixture.team,
        ])
      ).rows.map(({ year, kit_type, jerseys }) => `${year} ${kit_type} ${jerseys}`);
    await as("admin", "update jerseys set year = 2023, kit_type = 'third' where title = 'Deux'");
    await as("admin", "update jerseys set is_active = false where title = 'Avant'");
    await system("delete from jerseys where title = 'Bientôt'");
    await system("update seasons set code = '2022-23' where code = '2024-25'");
    await as("admin", "update jerseys set team_id = null, team = 'FC' where title = 'Autre'");
    const found = ["2024 home 2", "2024 other 1", "2023 third 1", "2022 home 1", "2022 other 1"];
    expect(await counts()).toEqual(found);
  }));
