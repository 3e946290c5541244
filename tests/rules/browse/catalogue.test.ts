import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const ADMINS_ONLY = { visitor: "42501", owner: "42501", stranger: "42501", admin: 1 };

describe.each(["competitions", "seasons", "teams"])("%s", (table) => {
  it("are read by everyone when active, by administrators always", async () => {
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

describe("what isn't active", () => {
  const LINE_UP =
    "insert into team_seasons (team_id, season_id, competition_id) values ($1, $2, $3)";
  /** Every read of visitors that takes words, slugs or ids of the catalogue, or none. */
  const READS = [
    "select * from team_seasons",
    "select * from team_aliases",
    "select * from line_ups($1)",
    "select * from line_ups($1, $2)",
    "select * from line_up_sizes($1, $2)",
    "select * from competition_seasons(($1::uuid[])[1])",
    "select * from competition_seasons(($1::uuid[])[2])",
    "select * from season_walls()",
    "select * from search_teams('Matra Racing')",
    "select * from search_teams('pingouins')",
    "select * from suggest_teams('matra')",
    "select * from search_competitions('Division')",
    'select * from catalogue_values(\'{"team": ["matra-racing"], "competition": ["division-1"]}\')',
  ];

  it("is named by no answer to visitors and members; administrators read it", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      const { rows } = await system("select id from seasons where not is_active");
      const season = rows[0].id;
      await system(LINE_UP, [fixture.retiredTeam, fixture.season, fixture.competition]);
      await system(LINE_UP, [fixture.team, season, fixture.competition]);
      await system(LINE_UP, [fixture.team, fixture.season, fixture.retiredCompetition]);
      await system("insert into team_aliases (team_id, alias) values ($1, 'Les Pingouins')", [
        fixture.retiredTeam,
      ]);
      const hidden = [fixture.retiredTeam, fixture.retiredCompetition, season];
      const secret = new RegExp([...hidden, "Matra", "Division 1", "1995", "Pingouins"].join("|"));
      const values = [[fixture.competition, fixture.retiredCompetition], season];
      for (const persona of ["visitor", "stranger"] as const) {
        for (const text of READS) {
          const given = values.slice(0, text.includes("$2") ? 2 : text.includes("$1") ? 1 : 0);
          const answer = JSON.stringify((await as(persona, text, given)).rows);
          expect(answer, `${persona}: ${text}`).not.toMatch(secret);
        }
      }
      expect(await outcome("visitor", "select * from team_seasons")).toBe(1);
      expect(await outcome("admin", "select * from team_seasons")).toBe(4);
    }));
});

describe("writing", () => {
  it.each([
    ["competitions", "(league, name) values ('NBA', 'NBA')", () => []],
    ["seasons", "(code, name) values ('2025-26', '2025-2026')", () => []],
    ["teams", "(name, competition_id) values ('RC Lens', $1)", () => [fixture.competition]],
    [
      "team_seasons",
      "(team_id, season_id) values ($1, $2)",
      () => [fixture.retiredTeam, fixture.season],
    ],
    ["brands", "(name) values ('Hummel')", () => []],
  ] as const)("%s are added by administrators", async (table, row, values) => {
    expect(await rules.everyone(`insert into ${table} ${row}`, values())).toEqual(ADMINS_ONLY);
  });

  it.each([
    ["competitions", "priority = 9", () => fixture.competition],
    ["teams", "city = 'Saint-Étienne'", () => fixture.team],
    ["seasons", "is_active = false", () => fixture.season],
    ["brands", "priority = 9", () => fixture.brand],
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
    ["competitions", () => fixture.retiredCompetition],
    ["teams", () => fixture.retiredTeam],
    ["brands", () => fixture.brand],
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
    ["competitions", () => fixture.competition, { jerseys: 4, teams: 2, entries: 1 }],
    ["seasons", () => fixture.season, { jerseys: 4, entries: 1 }],
    ["teams", () => fixture.team, { jerseys: 4 }],
    ["brands", () => fixture.brand, { jerseys: 1 }],
  ] as const)("%s in use stay, and the refusal says what depends on them", (table, id, used) =>
    rules.scenario(async ({ as, system }) => {
      await system("update jerseys set brand_id = $1 where id = $2", [
        fixture.brand,
        fixture.approved,
      ]);
      const error = await as("admin", `delete from ${table} where id = $1`, [id()]).catch(
        (reason: pg.DatabaseError) => reason,
      );
      expect(error).toMatchObject({
        code: "23503",
        message: "in_use",
      });
      expect(JSON.parse((error as pg.DatabaseError).detail!)).toEqual(used);
    }),
  );

  it("a team is deleted with its seasons when no jersey refers to it", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      await system("delete from jerseys");
      await as("admin", "delete from teams where id = $1", [fixture.team]);
      expect(await outcome("visitor", "select * from team_seasons")).toBe(0);
    }));
});

describe("a change", () => {
  const CHANGE = "update teams set city = $3 where id = $1 and updated_at = $2";

  it("based on an older version changes nothing", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      const { rows } = await system("select updated_at::text from teams where id = $1", [
        fixture.team,
      ]);
      const loaded = rows[0].updated_at;
      await as("admin", CHANGE, [fixture.team, loaded, "Lyon"]);
      expect(await outcome("admin", CHANGE, [fixture.team, loaded, "Saint-Étienne"])).toBe(0);
    }));

  it("without a difference creates no new version", () =>
    rules.scenario(async ({ as, system }) => {
      const version = async () =>
        (await system("select updated_at::text from teams where id = $1", [fixture.team])).rows[0];
      const before = await version();
      await as("admin", "update teams set name = name where id = $1", [fixture.team]);
      expect(await version()).toEqual(before);
    }));
});

describe("missing values are filled in", () => {
  it("slugs, the sport, and the competition of a season", () =>
    rules.scenario(async ({ as, system }) => {
      await as(
        "admin",
        "insert into competitions (league, name, sport) values ('ESPORT', 'LoL Worlds', 'eSport')",
      );
      const { rows } = await system(
        "select slug, sport, search_text from competitions where league = 'ESPORT'",
      );
      expect(rows).toEqual([{ slug: "lol-worlds", sport: "ESPORT", search_text: "lol worlds" }]);
      const team = await system("select slug, search_text from teams where id = $1", [
        fixture.team,
      ]);
      expect(team.rows).toEqual([{ slug: "as-saint-etienne", search_text: "as saint-etienne " }]);
      const season = await system("select competition_id from team_seasons");
      expect(season.rows).toEqual([{ competition_id: fixture.competition }]);
    }));
});
