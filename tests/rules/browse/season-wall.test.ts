import { afterAll, beforeAll, expect, it } from "vitest";

import { createRules, PERSONAS, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

interface Worn {
  /** A team of the catalogue; without it `team` is a free text. */
  teamId?: string | null;
  team?: string;
  kit?: string | null;
  score?: number;
  status?: string;
  season?: string;
  year?: number | null;
}

/** Adds a jersey of the owner to the competition. */
function add({ system }: Scenario, title: string, worn: Worn = {}) {
  const { teamId = fixture.team, team = "", kit = "home", score = 0 } = worn;
  const { status = "approved", season = "2024-25", year = null } = worn;
  return system(
    `insert into jerseys
       (author_id, league, competition_id, season_id, team_id, team, title, status, kit_type, upvotes, year)
     select $1, 'SOCCER', $2, id, $3, $4, $5, $6, $7, $8, $9 from seasons where code = $10`,
    [rules.ids.owner, fixture.competition, teamId, team, title, status, kit, score, year, season],
  );
}

async function addSome(scenario: Scenario) {
  await scenario.system("insert into seasons (code, name) values ('2023-24', '2023-2024')");
  await add(scenario, "Deux", { score: 2 });
  await add(scenario, "Neuf", { score: 9, year: 2025 });
  await add(scenario, "Attend", { score: 50, status: "pending" });
  await add(scenario, "Refusé", { score: 50, status: "rejected" });
  await add(scenario, "Extérieur", { kit: "away", score: 1 });
  await add(scenario, "Autre", { kit: "other", score: 4 });
  await add(scenario, "Libre", { teamId: null, team: "FC Bastia", score: 7 });
  await add(scenario, "Retiré du catalogue", { teamId: fixture.retiredTeam, kit: "third" });
  await add(scenario, "Avant", { season: "2023-24" });
}

it("season_wall has the best public jersey of every club and kit type, the same for everyone", () =>
  rules.scenario(async (scenario) => {
    await addSome(scenario);
    for (const persona of PERSONAS) {
      const wall = await scenario.as(persona, "select title from season_wall($1, $2)", [
        fixture.competition,
        fixture.season,
      ]);
      // The existing jersey without a kit type counts as ‘other’, behind the better rated one.
      expect(
        wall.rows.map(({ title }) => title),
        persona,
      ).toEqual(["Neuf", "Libre", "Autre", "Extérieur", "Retiré du catalogue"]);
      const counts = await scenario.as(
        persona,
        "select team_id, team_slug, kit_type, jerseys::int from season_kits($1, $2)",
        [fixture.competition, fixture.season],
      );
      const green = { team_id: fixture.team, team_slug: "as-saint-etienne" };
      expect(counts.rows, persona).toEqual([
        // The club of the line-up first.
        { ...green, kit_type: "away", jerseys: 1 },
        { ...green, kit_type: "home", jerseys: 2 },
        { ...green, kit_type: "other", jerseys: 2 },
        { team_id: null, team_slug: "fc-bastia", kit_type: "home", jerseys: 1 },
        { team_id: fixture.retiredTeam, team_slug: "matra-racing", kit_type: "third", jerseys: 1 },
      ]);
    }
  }));

it("a wall has 120 clubs at most, those of the line-up whatever their score", () =>
  rules.scenario(async (scenario) => {
    await add(scenario, "Du tableau", { score: 0 });
    await scenario.system(
      `insert into jerseys (league, competition_id, season_id, team, title, status, kit_type, upvotes)
       select 'SOCCER', $1, $2, 'Club ' || n, 'Maillot ' || n, 'approved', 'home', n
       from generate_series(1, 130) n`,
      [fixture.competition, fixture.season],
    );
    const { rows } = await scenario.as(
      "visitor",
      "select title, team_id from season_wall($1, $2) where kit_type = 'home'",
      [fixture.competition, fixture.season],
    );
    expect(rows).toHaveLength(120);
    expect(rows).toContainEqual({ title: "Du tableau", team_id: fixture.team });
    expect(rows.map(({ title }) => title)).not.toContain("Maillot 11");
  }));

it("a season is listed with a line-up or a public jersey, and while it is active", () =>
  rules.scenario(async (scenario) => {
    const seasons = async () => {
      const listed = await scenario.as("visitor", "select code from competition_seasons($1)", [
        fixture.competition,
      ]);
      const paths = await scenario.as("visitor", "select id, code from season_walls()");
      expect(paths.rows.map(({ id }) => id)).toEqual(
        listed.rows.map(({ code }) => `${fixture.competition}_${code}`),
      );
      return listed.rows.map(({ code }) => code);
    };
    expect(await seasons()).toEqual(["2024-25"]);
    await scenario.system(
      "insert into seasons (code, name) values ('2021-22', '2021-2022'), ('2022', '2022')",
    );
    await add(scenario, "Attend", { status: "pending", season: "2021-22" });
    expect(await seasons()).toEqual(["2024-25"]);
    await scenario.system("update jerseys set status = 'approved' where title = 'Attend'");
    // A season that is hidden from visitors has no page.
    await add(scenario, "Jadis", { season: "1995-96" });
    expect(await seasons()).toEqual(["2024-25", "2021-22"]);
    await scenario.system("update competitions set is_active = false where id = $1", [
      fixture.competition,
    ]);
    const { rows } = await scenario.as("visitor", "select * from season_walls()");
    expect(rows).toEqual([]);
  }));
