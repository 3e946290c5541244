import { afterAll, beforeAll, expect, it } from "vitest";

import { beforeMigration, migrationText } from "../support/migrations.ts";
import { createRules, type Rules, type Scenario } from "./support/rules.ts";

const MIGRATION = "20261125000130_corrected_facts.sql";

let rules: Rules;

/** A database as it was before the migration. */
beforeAll(async () => {
  rules = await beforeMigration(MIGRATION, createRules);
});
afterAll(() => rules.close());

/** Loads what the seed command of 0.2.0 loaded. */
async function loadCatalogue({ system }: Scenario): Promise<void> {
  await system(
    `insert into seasons (code, name) values ('2022-23', '2022-2023'), ('2024-25', '2024-2025')`,
  );
  await system(`insert into competitions (league, name, slug) values
    ('SOCCER', 'La Liga', 'la-liga'), ('NBA', 'EuroLeague', 'euroleague'), ('NFL', 'NFL', 'nfl'),
    ('ESPORT', 'The International', 'dota-ti')`);
  await system(`insert into teams (name, slug, city, country, founded_year, colors, competition_id)
    select given.name, given.slug, given.city, given.country, founded, string_to_array(given.colors, ' '), competitions.id
    from (values
      ('Villarreal CF', 'villarreal-cf', 'Villarreal', 'ES', 1923, '#ffe667', 'la-liga'),
      ('AS Monaco Basket', 'as-monaco-basket', 'Monaco', 'MC', 1924, '#e51b22', 'euroleague'),
      ('Detroit Lions', 'detroit-lions', 'Detroit', 'US', 1930, '#0076b6', 'nfl'),
      ('Team Secret', 'team-secret', 'London', 'GB', 2014, '#000000', 'dota-ti'),
      ('PARIVISION', 'parivision', null, 'RU', 2024, '#0b0b0b #00d1ff #ffffff', 'dota-ti'),
      ('Nigma Galaxy', 'nigma-galaxy', null, 'AE', 2019, '#000000', 'dota-ti')
    ) given (name, slug, city, country, founded, colors, competition)
    join competitions on competitions.slug = competition`);
  await system(`insert into team_seasons (team_id, season_id, competition_id)
    select teams.id, seasons.id, teams.competition_id from teams cross join seasons
    where slug in ('nigma-galaxy', 'parivision')`);
  // A later command has another time.
  await system("update audit_log set at = at - interval '1 day'");
}

const migrate = ({ system }: Scenario) => system(migrationText(MIGRATION));
const facts = async ({ system }: Scenario) =>
  Object.fromEntries(
    (await system("select slug, city, country, founded_year, colors from teams")).rows.map(
      ({ slug, ...fact }) => [slug, fact],
    ),
  );
const entries = async ({ system }: Scenario) =>
  (
    await system(
      "select slug || ' ' || code as entry from team_seasons join teams on teams.id = team_id join seasons on seasons.id = season_id",
    )
  ).rows
    .map(({ entry }) => entry)
    .toSorted();

it("corrects what the seed command loaded", () =>
  rules.scenario(async (scenario) => {
    await loadCatalogue(scenario);
    await migrate(scenario);
    expect(await facts(scenario)).toMatchObject({
      "villarreal-cf": { city: "Vila-real", founded_year: 1923 },
      "as-monaco-basket": { city: "Monaco", founded_year: 1928 },
      "detroit-lions": { city: "Detroit", founded_year: null },
      "team-secret": { city: null, country: null, founded_year: 2014 },
      parivision: { colors: [], founded_year: 2024 },
    });
    expect(await entries(scenario)).toEqual([
      "nigma-galaxy 2022-23",
      "parivision 2022-23",
      "parivision 2024-25",
    ]);
  }));

it("keeps what an administrator changed or entered, field by field", () =>
  rules.scenario(async (scenario) => {
    const { as } = scenario;
    await loadCatalogue(scenario);
    await as("admin", "update teams set city = 'x' where slug in ('villarreal-cf', 'team-secret')");
    await as("admin", "update teams set city = 'Villarreal' where slug = 'villarreal-cf'");
    await as("admin", "update teams set founded_year = 1929 where slug = 'detroit-lions'");
    await as("admin", "delete from teams where slug = 'as-monaco-basket'");
    await as(
      "admin",
      `insert into teams (name, slug, founded_year, competition_id)
       select 'AS Monaco', 'as-monaco-basket', 1924, id from competitions where slug = 'euroleague'`,
    );
    await as(
      "admin",
      `delete from team_seasons using teams, seasons
       where teams.id = team_id and seasons.id = season_id and slug = 'parivision' and code = '2024-25'`,
    );
    await migrate(scenario);
    expect(await facts(scenario)).toMatchObject({
      "villarreal-cf": { city: "Villarreal" },
      "as-monaco-basket": { founded_year: 1924 },
      "detroit-lions": { founded_year: 1929 },
      "team-secret": { city: "x", country: null },
    });
    expect(await entries(scenario)).toContain("nigma-galaxy 2024-25");
  }));
