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

/** Three seasons, one of them inactive, two teams of which one is inactive, and a competition without a line-up. */
async function fill({ system }: Scenario): Promise<void> {
  await system("delete from team_seasons");
  await system(`insert into seasons (code, name, is_active) values
    ('2021-22', '2021-2022', true), ('2022-23', '2022-2023', true), ('2029-30', '2029-2030', false)`);
  await system(
    `insert into teams (name, slug, competition_id, is_active) values
       ('Shown', 'shown', $1, true), ('Gone', 'gone', $1, false)`,
    [fixture.competition],
  );
  await system(
    `insert into team_seasons (team_id, season_id, competition_id)
     select teams.id, seasons.id, $1
     from unnest(array['shown 2021-22', 'gone 2021-22', 'shown 2022-23', 'shown 2029-30']) entry
     join teams on teams.slug = split_part(entry, ' ', 1)
     join seasons on seasons.code = split_part(entry, ' ', 2)`,
    [fixture.competition],
  );
}

/** The id of a season, an inactive one too, which visitors can't read; null for null. */
async function idOf({ system }: Scenario, code: string | null): Promise<string | null> {
  const { rows } = await system("select id from seasons where code = $1", [code]);
  return rows[0]?.id ?? null;
}

const CODES = `select slug || ' ' || code as entry from line_ups(array[$1::uuid], $2) entry
  join teams on teams.id = team_id join seasons on seasons.id = season_id order by 1`;

it.each(PERSONAS)(
  "line_ups() gives a season's teams, or the newest season's, to the %s",
  (persona) =>
    rules.scenario(async (scenario) => {
      await fill(scenario);
      const entries = async (code: string | null) =>
        (
          await scenario.as(persona, CODES, [fixture.competition, await idOf(scenario, code)])
        ).rows.map(({ entry }) => entry);
      expect(await entries(null)).toEqual(["shown 2022-23"]);
      expect(await entries("2021-22")).toContain("shown 2021-22");
      expect(await entries("2029-30")).toEqual([]);
      await scenario.system("update competitions set is_active = false where id = $1", [
        fixture.competition,
      ]);
      expect(await entries(null)).toEqual([]);
    }),
);

it.each(PERSONAS)("line_up_sizes() counts active teams for the %s", (persona) =>
  rules.scenario(async (scenario) => {
    await fill(scenario);
    const sizes = async (code: string | null) =>
      (
        await scenario.as(
          persona,
          `select code, teams
           from line_up_sizes(array[$1::uuid], $2) join seasons on seasons.id = season_id`,
          [fixture.competition, await idOf(scenario, code)],
        )
      ).rows;
    expect(await sizes(null)).toEqual([{ code: "2022-23", teams: 1 }]);
    expect(await sizes("2021-22")).toEqual([{ code: "2021-22", teams: 1 }]);
    expect(await sizes("2029-30")).toEqual([]);
  }),
);

it("line_ups() gives each competition its own newest season", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    await system("delete from team_seasons");
    await system(`insert into seasons (code, name) values
      ('2021-22', '2021-2022'), ('2022-23', '2022-2023')`);
    await system(`insert into competitions (league, name, slug) values
      ('SOCCER', 'Premier League', 'premier-league'), ('SOCCER', 'Équipes nationales', 'international-teams')`);
    await system(`insert into teams (name, slug, competition_id)
      select given.name, given.slug, competitions.id
      from (values ('Arsenal', 'arsenal', 'premier-league'), ('Burnley', 'burnley', 'premier-league'),
        ('France', 'france', 'international-teams')
      ) given (name, slug, competition)
      join competitions on competitions.slug = competition`);
    await system(`insert into team_seasons (team_id, season_id)
      select teams.id, seasons.id from unnest(array['arsenal 2021-22', 'burnley 2021-22', 'arsenal 2022-23',
        'france 2021-22']) entry
      join teams on teams.slug = split_part(entry, ' ', 1)
      join seasons on seasons.code = split_part(entry, ' ', 2)`);
    const { rows } = await as(
      "visitor",
      `select slug || ' ' || code as entry
       from line_ups(array(select id from competitions where slug in ('premier-league', 'international-teams'))) entry
       join teams on teams.id = team_id join seasons on seasons.id = season_id order by 1`,
    );
    expect(rows.map(({ entry }) => entry)).toEqual(["arsenal 2022-23", "france 2021-22"]);
  }));
