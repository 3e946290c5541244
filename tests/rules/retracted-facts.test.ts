import { afterAll, beforeAll, expect, it } from "vitest";

import { beforeMigration, migrationText } from "../support/migrations.ts";
import { createRules, type Rules, type Scenario } from "./support/rules.ts";

const MIGRATION = "20261124000500_retracted_facts.sql";

let rules: Rules;

/** A database as it was before the migration. */
beforeAll(async () => {
  rules = await beforeMigration(MIGRATION, createRules);
});
afterAll(() => rules.close());

/** Runs one statement as a later command would: in this transaction, but at another time. */
const LATER = "update audit_log set at = at - interval '1 day'";

/** Loads what the seed command of 0.2.0 loaded: each team's seasons in one statement. */
async function loadCatalogue({ system }: Scenario): Promise<void> {
  await system(`insert into seasons (code, name) values
    ('2013-14', '2013-2014'), ('2014-15', '2014-2015'), ('2023-24', '2023-2024'), ('2024-25', '2024-2025'),
    ('2025-26', '2025-2026'), ('2026-27', '2026-2027')`);
  await system(`insert into competitions (league, name, slug) values
    ('SOCCER', 'Premier League', 'premier-league'), ('NBA', 'NBA', 'nba'),
    ('ESPORT', 'The International', 'dota-ti'), ('SOCCER', 'Équipes nationales', 'international-teams')`);
  await system(`insert into teams (name, slug, founded_year, competition_id)
    select given.name, given.slug, founded, competitions.id
    from (values ('Arsenal', 'arsenal', 1886, 'premier-league'), ('Burnley', 'burnley', 1882, 'premier-league'),
      ('Chicago Bulls', 'chicago-bulls', 1966, 'nba'), ('Newbee', 'newbee', 2014, 'dota-ti'),
      ('Nigma Galaxy', 'nigma-galaxy', 2019, 'dota-ti'), ('France', 'france', 1904, 'international-teams')
    ) given (name, slug, founded, competition)
    join competitions on competitions.slug = competition`);
  await enter(
    { system },
    "arsenal 2025-26",
    "arsenal 2026-27",
    "burnley 2025-26",
    "burnley 2026-27",
    "chicago-bulls 2025-26",
    "chicago-bulls 2026-27",
    "newbee 2014-15",
    "newbee 2013-14",
    "nigma-galaxy 2023-24",
    "nigma-galaxy 2024-25",
    "france 2025-26",
    "france 2026-27",
  );
  await system(LATER);
}

const ENTER = `insert into team_seasons (team_id, season_id)
  select teams.id, seasons.id from unnest($1::text[]) entry
  join teams on teams.slug = split_part(entry, ' ', 1)
  join seasons on seasons.code = split_part(entry, ' ', 2)`;

const enter = ({ system }: Pick<Scenario, "system">, ...entries: string[]) =>
  system(ENTER, [entries]);

const migrate = ({ system }: Scenario) => system(migrationText(MIGRATION));

async function entries({ system }: Scenario): Promise<string[]> {
  const { rows } = await system(`select slug || ' ' || code as entry from team_seasons
    join teams on teams.id = team_id join seasons on seasons.id = season_id order by 1`);
  return rows.map(({ entry }) => entry);
}

const SURE = ["arsenal 2025-26", "burnley 2025-26", "chicago-bulls 2025-26"];
const REST = ["france 2025-26", "newbee 2013-14", "nigma-galaxy 2024-25"];

it("takes back what the seed command entered without knowing", () =>
  rules.scenario(async (scenario) => {
    await loadCatalogue(scenario);
    await migrate(scenario);
    expect(await entries(scenario)).toEqual([...SURE, ...REST]);
    const { rows } = await scenario.system("select founded_year from teams where slug = 'france'");
    expect(rows).toEqual([{ founded_year: 1919 }]);
  }));

it("keeps the whole line-up of a season that an administrator changed", () =>
  rules.scenario(async (scenario) => {
    const { as } = scenario;
    await loadCatalogue(scenario);
    await as(
      "admin",
      `delete from team_seasons using teams, seasons
       where teams.id = team_id and seasons.id = season_id and slug = 'burnley' and code = '2026-27'`,
    );
    await migrate(scenario);
    expect(await entries(scenario)).toEqual(
      ["arsenal 2026-27", ...SURE, ...REST].toSorted((a, b) => a.localeCompare(b)),
    );
  }));

it("keeps what an administrator or another command entered, and a corrected foundation", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    await loadCatalogue(scenario);
    await system("delete from team_seasons");
    await system(LATER);
    await as("admin", ENTER, [["arsenal 2026-27"]]);
    await enter(scenario, "chicago-bulls 2026-27");
    await as("admin", "update teams set founded_year = 1905 where slug = 'france'");
    await as("admin", "update teams set founded_year = 1904 where slug = 'france'");
    await migrate(scenario);
    expect(await entries(scenario)).toEqual(["arsenal 2026-27", "chicago-bulls 2026-27"]);
    const { rows } = await system("select founded_year from teams where slug = 'france'");
    expect(rows).toEqual([{ founded_year: 1904 }]);
  }));

it("newest_line_ups() gives each active competition its newest active season to everyone", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    await loadCatalogue(scenario);
    await migrate(scenario);
    await enter(scenario, "arsenal 2026-27");
    await system("update competitions set is_active = false where slug = 'nba'");
    const shown = `select slug || ' ' || code as entry from newest_line_ups() newest
      join teams on teams.id = team_id join seasons on seasons.id = season_id order by 1`;
    const expected = ["arsenal 2026-27", "france 2025-26", "nigma-galaxy 2024-25"];
    for (const persona of ["visitor", "owner", "stranger"] as const) {
      expect((await as(persona, shown)).rows.map(({ entry }) => entry)).toEqual(expected);
    }
    await system("update seasons set is_active = false where code = '2026-27'");
    expect((await as("visitor", shown)).rows.map(({ entry }) => entry)).toEqual([
      "arsenal 2025-26",
      "burnley 2025-26",
      ...expected.slice(1),
    ]);
  }));
