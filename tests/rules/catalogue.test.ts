import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules } from "./support.ts";
import { createWorld, type World } from "./world.ts";

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
});
afterAll(() => rules.close());

const ADMINS_ONLY = { visitor: "42501", owner: "42501", stranger: "42501", admin: 1 };

describe.each(["competitions", "seasons", "teams"])("%s", (table) => {
  it("are read when active, by administrators all", async () => {
    expect(await rules.everyone(`select * from ${table}`)).toEqual({
      visitor: 1,
      owner: 1,
      stranger: 1,
      admin: 2,
    });
  });
});

describe.each(["team_seasons", "brands"])("%s", (table) => {
  it("are read by everyone", async () => {
    expect(await rules.everyone(`select * from ${table}`)).toEqual({
      visitor: 1,
      owner: 1,
      stranger: 1,
      admin: 1,
    });
  });
});

describe("writing", () => {
  it.each([
    ["competitions", "(league, name) values ('NBA', 'NBA')", () => []],
    ["seasons", "(code, name) values ('2025-26', '2025-2026')", () => []],
    ["teams", "(name, competition_id) values ('RC Lens', $1)", () => [world.competition]],
    [
      "team_seasons",
      "(team_id, season_id) values ($1, $2)",
      () => [world.retiredTeam, world.season],
    ],
    ["brands", "(name) values ('Hummel')", () => []],
  ] as const)("%s are added by administrators", async (table, row, values) => {
    expect(await rules.everyone(`insert into ${table} ${row}`, values())).toEqual(ADMINS_ONLY);
  });

  it.each([
    ["competitions", "priority = 9", () => world.competition],
    ["teams", "city = 'Saint-Étienne'", () => world.team],
    ["seasons", "is_active = false", () => world.season],
    ["brands", "priority = 9", () => world.brand],
  ] as const)("%s are changed by administrators", async (table, change, id) => {
    const text = `update ${table} set ${change} where id = $1`;
    expect(await rules.everyone(text, [id()])).toEqual({
      visitor: "42501",
      owner: 0,
      stranger: 0,
      admin: 1,
    });
  });

  it.each([
    ["competitions", () => world.retiredCompetition],
    ["teams", () => world.retiredTeam],
    ["brands", () => world.brand],
  ] as const)("%s are deleted by administrators", async (table, id) => {
    const text = `delete from ${table} where id = $1`;
    expect(await rules.everyone(text, [id()])).toEqual({
      visitor: "42501",
      owner: 0,
      stranger: 0,
      admin: 1,
    });
  });

  it("team_seasons are deleted by administrators", async () => {
    expect(await rules.everyone("delete from team_seasons")).toEqual({
      visitor: "42501",
      owner: 0,
      stranger: 0,
      admin: 1,
    });
  });

  it.each([
    ["competitions", "jerseys_competition_id_fkey|teams_competition_id_fkey"],
    ["seasons", "jerseys_season_id_fkey|team_seasons_season_id_fkey"],
  ])("%s in use stay", (table, constraint) =>
    rules.scenario(async ({ as }) => {
      const id = table === "seasons" ? world.season : world.competition;
      await expect(as("admin", `delete from ${table} where id = $1`, [id])).rejects.toMatchObject({
        code: "23503",
        constraint: expect.stringMatching(constraint),
      });
    }),
  );

  it("a deleted team leaves its jerseys with its name", () =>
    rules.scenario(async ({ as, system }) => {
      await as("admin", "delete from teams where id = $1", [world.team]);
      const { rows } = await system("select distinct team_id, team from jerseys");
      expect(rows).toEqual([{ team_id: null, team: "AS Saint-Étienne" }]);
    }));
});

describe("what is left out is filled in", () => {
  it("slugs, the sport, the competition of a season", () =>
    rules.scenario(async ({ as, system }) => {
      await as(
        "admin",
        "insert into competitions (league, name, sport) values ('ESPORT', 'LoL Worlds', 'eSport')",
      );
      const { rows } = await system(
        "select slug, sport, search_text from competitions where league = 'ESPORT'",
      );
      expect(rows).toEqual([{ slug: "lol-worlds", sport: "ESPORT", search_text: "lol worlds" }]);
      const team = await system("select slug, search_text from teams where id = $1", [world.team]);
      expect(team.rows).toEqual([{ slug: "as-saint-etienne", search_text: "as saint-etienne " }]);
      const season = await system("select competition_id from team_seasons");
      expect(season.rows).toEqual([{ competition_id: world.competition }]);
    }));
});
