import { beforeAll, describe, expect, it } from "vitest";

import { setUpRules } from "../support/fixture.ts";
import type { Persona, Scenario } from "../support/rules.ts";
import { suggest } from "../support/suggestions.ts";

const { rules, fixture } = setUpRules(["member", "reviewer"]);
/** The same club twice, and one of another league. */
let kept: string;
let twice: string;
let hoops: string;

beforeAll(async () => {
  const id = async (text: string, values: unknown[] = []) =>
    (await rules.system(`${text} returning id`, values)).rows[0].id as string;
  kept = fixture.team;
  twice = await id(
    "insert into teams (name, short_name, competition_id) values ('St Etienne', 'Verts', $1)",
    [fixture.competition],
  );
  await rules.system("insert into team_aliases (team_id, alias) values ($1, 'Sainté')", [twice]);
  const other = await id("insert into seasons (code, name) values ('1975-76', '1975-1976')");
  await rules.system(
    `insert into team_seasons (team_id, season_id, competition_id) values ($1, $2, $4), ($1, $3, $4)`,
    [twice, fixture.season, other, fixture.competition],
  );
  const basketball = await id("insert into competitions (league, name) values ('NBA', 'NBA')");
  hoops = await id("insert into teams (name, competition_id) values ('Bulls', $1)", [basketball]);
});

const MERGE = "select merge_teams($1, $2, $3) as counted";
const merge = (
  { as }: Pick<Scenario, "as">,
  { from = twice, into = kept, preview = false, by = "admin" as Persona } = {},
) => as(by, MERGE, [from, into, preview]);
const column = async ({ system }: Scenario, text: string, values: unknown[] = []) =>
  (await system(text, values)).rows.map((row) => Object.values(row as object)[0] as unknown);
const NUMBERS = { jerseys: 1, entries: 2, names: 1, suggestions: 0 };

const aJersey = (status: string, team: { id?: string; name?: string }) =>
  `insert into jerseys (author_id, league, competition_id, season_id, team_id, team, title, status)
   select id, 'SOCCER', '${fixture.competition}', '${fixture.season}',
     ${team.id ? `'${team.id}'` : "null"}, '${team.name ?? ""}', 'Maillot vert ${status}', '${status}'
   from profiles limit 1 returning id`;

describe("merging two teams", () => {
  it.each<[Persona]>([["visitor"], ["owner"], ["member"], ["reviewer"]])(
    "%s may not, not even as a preview",
    (by) =>
      rules.scenario(async (scenario) => {
        for (const preview of [true, false]) {
          await expect(merge(scenario, { by, preview })).rejects.toMatchObject({ code: "42501" });
        }
      }),
  );

  it("previews how much moves, and moves nothing", () =>
    rules.scenario(async (scenario) => {
      await scenario.system(aJersey("approved", { id: twice }));
      const { rows } = await merge(scenario, { preview: true });
      expect(rows).toEqual([{ counted: NUMBERS }]);
      expect(await column(scenario, "select name from teams where id = $1", [twice])).toHaveLength(
        1,
      );
    }));

  it("moves jerseys, line-ups, names, follows, days and suggestions, and leaves nothing", () =>
    rules.scenario(async (scenario) => {
      const { system, as } = scenario;
      const [jersey] = await column(scenario, aJersey("approved", { id: twice }));
      for (const persona of ["member", "owner"] as const) {
        await as(persona, "insert into follows (target_type, target_id) values ('team', $1)", [
          twice,
        ]);
      }
      await as("owner", "insert into follows (target_type, target_id) values ('team', $1)", [kept]);
      await suggest(scenario, { target: fixture.approved, changes: { team_id: twice } });
      await system(
        "insert into daily_shirts (day, kind, jersey_id, facts) values ('2026-01-01', 'guess', $1, $2)",
        [jersey, JSON.stringify({ team_id: twice, team: "St Etienne" })],
      );
      expect((await merge(scenario)).rows).toEqual([{ counted: NUMBERS }]);

      expect(await column(scenario, "select team from jerseys where id = $1", [jersey])).toEqual([
        "AS Saint-Étienne",
      ]);
      expect(
        await column(
          scenario,
          "select code from team_seasons join seasons on seasons.id = season_id where team_id = $1 order by code",
          [kept],
        ),
      ).toEqual(["1975-76", "2024-25"]);
      expect(
        await column(scenario, "select alias from team_aliases where team_id = $1 order by alias", [
          kept,
        ]),
      ).toEqual(["Sainté", "St Etienne", "Verts"]);
      expect(await column(scenario, "select target_id from follows")).toEqual([kept, kept]);
      expect(
        await column(scenario, "select facts ->> 'team_id' from daily_shirts where kind = 'guess'"),
      ).toEqual([kept]);
      expect(
        await column(
          scenario,
          "select changes ->> 'team_id' from suggestions where status = 'open'",
        ),
      ).toEqual([kept]);
      expect(await column(scenario, "select name from teams where id = $1", [twice])).toEqual([]);
      // The jersey's history says nothing of it, as of a renamed team's.
      expect(
        await column(scenario, "select id from revisions where target_id = $1", [jersey]),
      ).toEqual([]);
    }));

  it("leads the old address to the team, also after a further merge", () =>
    rules.scenario(async (scenario) => {
      const [third] = await column(
        scenario,
        `insert into teams (name, competition_id) values ('ASSE', '${fixture.competition}') returning id`,
      );
      await merge(scenario, { from: twice, into: third as string });
      await merge(scenario, { from: third as string, into: kept });
      const { rows } = await scenario.as("visitor", "select into_id from team_redirects");
      expect(rows).toEqual([{ into_id: kept }, { into_id: kept }]);
      await expect(
        scenario.as("admin", "insert into team_redirects (from_id, into_id) values ($1, $2)", [
          hoops,
          kept,
        ]),
      ).rejects.toMatchObject({ code: "42501" });
    }));

  it("refuses a team of another league, a hidden one, itself and one that is gone", () =>
    rules.scenario(async (scenario) => {
      for (const into of [hoops, fixture.retiredTeam, twice]) {
        await expect(merge(scenario, { into })).rejects.toMatchObject({
          message: "teams_unmergeable",
        });
      }
      await expect(merge(scenario, { from: fixture.season })).rejects.toMatchObject({
        message: "team_not_found",
      });
    }));
});

describe("a team that was typed", () => {
  const ADOPT = "select adopt_team($1, $2) as team";

  it.each<[Persona]>([["visitor"], ["owner"], ["member"]])("%s may not choose it", (by) =>
    rules.scenario(async (scenario) => {
      const [jersey] = await column(scenario, aJersey("pending", { name: "Bellevue FC" }));
      await expect(scenario.as(by, ADOPT, [jersey, kept])).rejects.toMatchObject({ code: "42501" });
    }),
  );

  it.each([
    ["St Etienne", ["St Etienne"]],
    ["AS Saint Etienne Loire", ["AS Saint-Étienne", "St Etienne"]],
    ["Bellevue FC", []],
  ])("%s may be %j of the catalogue, which only reviewers are told", (name, teams) =>
    rules.scenario(async (scenario) => {
      const [jersey] = await column(scenario, aJersey("pending", { name }));
      const asked = "select name from teams_like($1)";
      const { rows } = await scenario.as("reviewer", asked, [jersey]);
      expect(rows).toEqual(teams.map((team) => ({ name: team })));
      expect((await scenario.as("owner", asked, [jersey])).rows).toEqual([]);
    }),
  );

  it("becomes one of the catalogue, for everything that waits and is typed alike", () =>
    rules.scenario(async (scenario) => {
      const [jersey] = await column(scenario, aJersey("pending", { name: "Bellevue FC" }));
      const [alike] = await column(scenario, aJersey("pending", { name: "BELLÉVUE fc" }));
      const [open] = await column(scenario, aJersey("approved", { name: "Bellevue FC" }));
      await scenario.as("reviewer", ADOPT, [jersey, kept]);
      const teamOf = "select team_id from jerseys where id = $1";
      expect(await column(scenario, teamOf, [jersey])).toEqual([kept]);
      expect(await column(scenario, teamOf, [alike])).toEqual([kept]);
      // A public jersey is an administrator's to correct.
      expect(await column(scenario, teamOf, [open])).toEqual([null]);
      await expect(scenario.as("reviewer", ADOPT, [open, kept])).rejects.toMatchObject({
        message: "team_known",
      });
    }));

  it("is added by an administrator, not by a reviewer, and stands in the history of a public jersey", () =>
    rules.scenario(async (scenario) => {
      const [jersey] = await column(scenario, aJersey("pending", { name: "Bellevue FC" }));
      const [open] = await column(scenario, aJersey("approved", { name: "Bellevue FC" }));
      await expect(scenario.as("reviewer", ADOPT, [jersey, null])).rejects.toMatchObject({
        code: "42501",
      });
      const { rows } = await scenario.as("admin", ADOPT, [jersey, null]);
      const team = (rows[0] as { team: string }).team;
      expect(
        await column(scenario, "select name from teams where id = $1 and competition_id = $2", [
          team,
          fixture.competition,
        ]),
      ).toEqual(["Bellevue FC"]);
      expect(
        await column(scenario, "select team_id from jerseys where id = any ($1)", [[jersey, open]]),
      ).toEqual([team, team]);
      expect(
        await column(scenario, "select changes -> 'team' from revisions where target_id = $1", [
          open,
        ]),
      ).toHaveLength(1);
    }));
});
