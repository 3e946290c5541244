import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { readCatalogue } from "../../../server/catalogue/seed/catalogue.ts";
import { storeCatalogue } from "../../../server/catalogue/seed/insert-catalogue.ts";
import { createRules, type Rules, type Scenario } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
  await rules.system(`insert into competitions (league, name, slug, priority) values
    ('SOCCER', 'Premier League', 'premier-league', 90), ('SOCCER', 'Ligue 1', 'ligue-1', 70),
    ('NBA', 'NBA', 'nba', 60)`);
  await rules.system(`insert into seasons (code, name) values ('1993-94', '1993-1994')`);
  await rules.system(
    `insert into teams (competition_id, name, short_name, is_active)
     select id, team.name, short, active
     from (values ('premier-league', 'Tottenham Hotspur', 'TOT', true),
       ('premier-league', 'Chelsea', 'CHE', true),
       ('premier-league', 'Ancien Club', null, false),
       ('ligue-1', 'Paris Saint-Germain', 'PSG', true), ('ligue-1', 'SC Bastia', null, true),
       ('ligue-1', 'AS Saint-Étienne', 'ASSE', true),
       ('nba', 'San Antonio Spurs', 'SAS', true), ('nba', 'St. Louis Hawks', null, true))
       team (competition, name, short, active)
     join competitions on competitions.slug = team.competition`,
  );
  await rules.system(
    `insert into jerseys (league, competition_id, season_id, team_id, title, status)
     select competitions.league, competitions.id, seasons.id, teams.id, teams.name || ' 1993', 'approved'
     from teams join competitions on competitions.id = competition_id, seasons`,
  );
});
afterAll(() => rules.close());

const add = (
  { system }: Pick<Scenario, "system">,
  team: string,
  alias: string,
  language?: string,
) =>
  system(
    `insert into team_aliases (team_id, alias, language) select id, $2, $3 from teams where name = $1`,
    [team, alias, language ?? null],
  );

async function teams({ as }: Scenario, query: string, lang = "fr"): Promise<string[]> {
  const { rows } = await as("visitor", "select name from search_teams($1, 5, $2)", [query, lang]);
  return rows.map(({ name }) => name as string);
}

async function jerseys({ as, derived }: Scenario, query: string): Promise<string[]> {
  await derived();
  const { rows } = await as("visitor", "select team from search_jerseys($1, 9) order by team", [
    query,
  ]);
  return rows.map(({ team }) => team as string);
}

describe("search by an alias", () => {
  it.each(["Les Verts", "les verts", "VERTS", "sainté", "sainte", "saint-é", "vrets"])(
    "finds the team and its jerseys: %s",
    (query) =>
      rules.scenario(async (play) => {
        await add(play, "AS Saint-Étienne", "Les Verts");
        await add(play, "AS Saint-Étienne", "Sainté", "fr");
        expect(await teams(play, query)).toContain("AS Saint-Étienne");
        expect(await jerseys(play, query)).toContain("AS Saint-Étienne");
      }),
  );

  it("shows every team that has it, names of the same strength first", () =>
    rules.scenario(async (play) => {
      await add(play, "Tottenham Hotspur", "Spurs");
      // Equal to the query, before a name that only contains it.
      expect(await teams(play, "spurs")).toEqual(["Tottenham Hotspur", "San Antonio Spurs"]);
      expect(await jerseys(play, "spurs 1993")).toEqual(["San Antonio Spurs", "Tottenham Hotspur"]);
      await play.system("update teams set name = 'Spurs' where name = 'San Antonio Spurs'");
      expect(await teams(play, "spurs")).toEqual(["Spurs", "Tottenham Hotspur"]);
    }));

  it("begins with what the reader's language calls so", () =>
    rules.scenario(async (play) => {
      await add(play, "Chelsea", "Blues", "en");
      await add(play, "SC Bastia", "Les Blues", "fr");
      expect(await teams(play, "blues", "en")).toEqual(["Chelsea", "SC Bastia"]);
      expect(await teams(play, "blues", "fr")).toEqual(["SC Bastia", "Chelsea"]);
    }));

  it("ends with the alias", () =>
    rules.scenario(async (play) => {
      await add(play, "Chelsea", "Pensioners");
      expect(await teams(play, "pensioners")).toEqual(["Chelsea"]);
      await play.as("admin", "delete from team_aliases where alias = 'Pensioners'");
      expect(await teams(play, "pensioners")).toEqual([]);
      expect(await jerseys(play, "pensioners")).toEqual([]);
    }));

  it("knows both spellings of saint", () =>
    rules.scenario(async (play) => {
      expect(await teams(play, "paris st germain")).toEqual(["Paris Saint-Germain"]);
      expect(await teams(play, "st etienne")).toEqual(["AS Saint-Étienne"]);
      expect(await teams(play, "saint louis hawks")).toEqual(["St. Louis Hawks"]);
      expect(await jerseys(play, "paris st-germain 1993")).toEqual(["Paris Saint-Germain"]);
    }));

  it("that is computed anew knows both spellings of saint", () =>
    rules.scenario(async (play) => {
      await play.system("update private.search_documents set words = ''");
      for (const [kind, table] of [
        ["team", "teams"],
        ["jersey", "jerseys"],
      ]) {
        await play.system(
          `select private.refresh_search('${kind}', array(select id from public.${table}))`,
        );
      }
      expect(await teams(play, "st etienne")).toEqual(["AS Saint-Étienne"]);
      expect(await jerseys(play, "st etienne")).toEqual(["AS Saint-Étienne"]);
    }));
});

describe("team_aliases", () => {
  const INSERT =
    "insert into team_aliases (team_id, alias) select id, 'Blues' from teams where name = 'Chelsea'";

  it("are written by administrators, and changed by nobody", async () => {
    expect(await rules.everyone(INSERT)).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: 1,
    });
    await rules.scenario(async (play) => {
      await play.system(INSERT);
      for (const [persona, deleted] of [
        ["visitor", "42501"],
        ["owner", 0],
        ["admin", 1],
      ] as const) {
        expect(await play.outcome(persona, "update team_aliases set alias = 'x'")).toBe("42501");
        expect(await play.outcome(persona, "delete from team_aliases")).toBe(deleted);
      }
    });
  });

  it("are read by everyone, those of hidden teams by administrators", () =>
    rules.scenario(async (play) => {
      await play.system(INSERT);
      await add(play, "Ancien Club", "Vétérans");
      const read = async (persona: "visitor" | "owner" | "admin") =>
        (await play.as(persona, "select alias from team_aliases order by 1")).rowCount;
      expect([await read("visitor"), await read("owner"), await read("admin")]).toEqual([1, 1, 2]);
    }));

  it("are tidied, unique by their words in a team, and of a language of the site", () =>
    rules.scenario(async (play) => {
      const insert = (alias: string, language: string | null = null) =>
        play.outcome(
          "admin",
          `insert into team_aliases (team_id, alias, language)
           select id, $1, $2 from teams where name = 'Chelsea'`,
          [alias, language],
        );
      expect(await insert("  Bleus\u00a0", "")).toBe(1);
      const { rows } = await play.system("select alias, language, folded from team_aliases");
      expect(rows).toEqual([{ alias: "Bleus", language: null, folded: "bleus" }]);
      expect(await insert("BLEÚS!", "en")).toBe("23505");
      for (const [alias, language] of [
        ["x", null],
        ["", null],
        ["?!", null],
        ["x".repeat(61), null],
        ["a\u200bb", null],
        ["Blauen", "de"],
      ] as const) {
        expect(await insert(alias, language), alias).toBe("23514");
      }
    }));

  it("are on record by their team, and go with it", () =>
    rules.scenario(async (play) => {
      await play.as("admin", INSERT);
      const { rows } = await play.system(
        `select action, actor_id, after ->> 'alias' as alias from audit_log
         join teams on teams.id::text = row_id where table_name = 'team_aliases'`,
      );
      expect(rows).toEqual([{ action: "insert", actor_id: rules.ids.admin, alias: "Blues" }]);
      await play.system("delete from jerseys");
      await play.system("delete from teams where name = 'Chelsea'");
      expect((await play.system("select from team_aliases")).rowCount).toBe(0);
      expect(await teams(play, "blues")).toEqual([]);
    }));
});

const KNOWN = [
  ["man utd", "Manchester United"],
  ["barça", "FC Barcelona"],
  ["los merengues", "Real Madrid"],
  ["la vieja señora", "Juventus"],
  ["timao", "Corinthians"],
  ["verdão", "Palmeiras"],
  ["habs", "Montréal Canadiens"],
  ["om", "Olympique de Marseille"],
  ["asse", "AS Saint-Étienne"],
  ["sixers", "Philadelphia 76ers"],
] as const;

describe("the catalogue's aliases", async () => {
  const all = await readCatalogue(join(import.meta.dirname, "../../../supabase/seed"));
  const teamsOf = all.teams.filter(({ name }) => KNOWN.some(([, known]) => known === name));
  const slugs = new Set(teamsOf.map(({ slug }) => slug));
  const catalogue = {
    ...all,
    teams: teamsOf,
    aliases: all.aliases.filter(({ team }) => slugs.has(team)),
    participations: [],
  };

  it("reach a filled database, and what an administrator deleted stays deleted", () =>
    rules.scenario(async (play) => {
      const client = { query: play.system } as unknown as Parameters<typeof storeCatalogue>[0];
      await storeCatalogue(client, catalogue);
      for (const [query, expected] of KNOWN) {
        expect((await teams(play, query))[0], query).toBe(expected);
      }
      await play.as("admin", "delete from team_aliases where alias = 'Habs'");
      const again = await storeCatalogue(client, catalogue);
      expect(again.team_aliases).toBe(0);
      expect(await teams(play, "habs")).not.toContain("Montréal Canadiens");
    }));
});
