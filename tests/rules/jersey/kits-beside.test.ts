import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, PERSONAS, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
  await rules.system(
    `insert into seasons (code, name) values ('2021-22', '2021-2022'), ('2023-24', '2023-2024'),
       ('2025-26', '2025-2026')`,
  );
});
afterAll(() => rules.close());

interface Kit {
  title: string;
  code?: string;
  kit?: string | null;
  score?: number;
  status?: string;
  /** Another team, as free text. */
  team?: string;
}

async function add({ system }: Scenario, kit: Kit): Promise<string> {
  const { title, code = "2024-25", score = 0, status = "approved", team } = kit;
  const { rows } = await system(
    `insert into jerseys (
       league, competition_id, season_id, team_id, team, title, status, kit_type, upvotes)
     select 'SOCCER', $1, id, $2, $3, $4, $5, $6, $7 from seasons where code = $8 returning id`,
    [
      fixture.competition,
      team ? null : fixture.team,
      team ?? "AS Saint-Étienne",
      title,
      status,
      kit.kit === undefined ? "home" : kit.kit,
      score,
      code,
    ],
  );
  return rows[0].id;
}

const titles = async ({ as }: Scenario, jersey: string) =>
  (await as("visitor", "select title from kits_beside($1) order by title", [jersey])).rows.map(
    ({ title }) => title,
  );

/** Jerseys of the team that belong beside none: their season isn't active. */
const others = (count: number) =>
  async function fill({ system }: Scenario): Promise<void> {
    await system(
      `insert into jerseys (league, competition_id, season_id, team_id, title, status, kit_type)
       select 'SOCCER', $1, seasons.id, $2, 'Filler ' || number, 'approved', 'training'
       from generate_series(1, $3::integer) number, seasons where code = '1995-96'`,
      [fixture.competition, fixture.team, count],
    );
  };

describe.each([
  { team: "of a team with few jerseys", fill: others(0) },
  { team: "of a team with many", fill: others(60) },
])("$team", ({ fill }) => {
  it("finds the best of every other kit type, and the same kit before and after", () =>
    rules.scenario(async (scenario) => {
      await fill(scenario);
      const shown = await add(scenario, { title: "Shown", score: 1 });
      await add(scenario, { title: "Same kit, same season", score: 9 });
      await add(scenario, { title: "Away", kit: "away", score: 2 });
      await add(scenario, { title: "Away, less liked", kit: "away", score: 1 });
      await add(scenario, { title: "Before", code: "2021-22" });
      await add(scenario, { title: "Nearer, another kit", code: "2023-24", kit: "third" });
      await add(scenario, { title: "After", code: "2025-26", score: 3 });
      await add(scenario, { title: "After, less liked", code: "2025-26", score: 2 });
      for (const persona of PERSONAS) {
        const { rows } = await scenario.as(
          persona,
          "select title from kits_beside($1) order by title",
          [shown],
        );
        // The existing jersey has no kit type.
        expect(
          rows.map(({ title }) => title),
          persona,
        ).toEqual(["After", "Away", "Before", "Maillot vert"]);
      }
    }));

  it("tells nothing of jerseys that aren't public, nor beside one", () =>
    rules.scenario(async (scenario) => {
      await fill(scenario);
      const shown = await add(scenario, { title: "Shown" });
      await add(scenario, { title: "Pending", kit: "away", status: "pending" });
      await add(scenario, { title: "Hidden season", code: "1995-96" });
      expect(await titles(scenario, shown)).toEqual(["Maillot vert"]);
      expect(await titles(scenario, fixture.pending)).toEqual([]);
      expect(await titles(scenario, fixture.inactive)).toEqual([]);
    }));

  it("keeps to the team: a free text of the same name is another one", () =>
    rules.scenario(async (scenario) => {
      await fill(scenario);
      const shown = await add(scenario, { title: "Free", team: "AS Saint-Étienne" });
      expect(await titles(scenario, shown)).toEqual([]);
      await add(scenario, { title: "Free, away", team: "AS Saint-Étienne", kit: "away" });
      expect(await titles(scenario, shown)).toEqual(["Free, away"]);
    }));
});
