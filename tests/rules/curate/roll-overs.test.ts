import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;
/** A second tier with one team, and a competition of another league. */
let lower: string;
let promoted: string;
let basketball: string;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
  const id = async (text: string, values: unknown[] = []) =>
    (await rules.system(`${text} returning id`, values)).rows[0].id as string;
  lower = await id("insert into competitions (league, name) values ('SOCCER', 'Ligue 2')");
  promoted = await id("insert into teams (name, competition_id) values ('Le Mans', $1)", [lower]);
  await rules.system("insert into team_seasons (team_id, season_id) values ($1, $2)", [
    promoted,
    fixture.season,
  ]);
  await rules.system(
    "insert into team_seasons (team_id, season_id, competition_id) values ($1, $2, $3)",
    [fixture.retiredTeam, fixture.season, lower],
  );
  basketball = await id("insert into competitions (league, name) values ('NBA', 'NBA')");
});
afterAll(() => rules.close());

const START = "select * from start_roll_over('2025-26', '2025-2026', $1)";
const PUBLISH = "select publish_roll_over($1, $2)";
const UNDO = "select undo(batch_id => $1, reason => 'Trop tôt')";
const DISCARD = "select discard_roll_over($1)";
const REPLACE = "select replace_line_ups($1)";

interface RollOver {
  id: string;
  season_id: string;
  updated_at: string;
}

async function start({ as }: Scenario, competitions = [fixture.competition, lower]) {
  const { rows } = await as("admin", START.replace("*", "*, updated_at::text"), [competitions]);
  return rows[0] as RollOver;
}

async function version({ system }: Scenario, { id }: RollOver): Promise<string> {
  const { rows } = await system("select updated_at::text from roll_overs where id = $1", [id]);
  return rows[0].updated_at;
}

const publish = async (scenario: Scenario, rollOver: RollOver) =>
  scenario.as("admin", PUBLISH, [rollOver.id, await version(scenario, rollOver)]);

/** What a visitor sees: seasons with the names of their teams by competition. */
async function shown({ as }: Scenario) {
  const { rows } = await as(
    "visitor",
    `select season.code, competition.name as competition, team.name as team
     from seasons season left join team_seasons entry on entry.season_id = season.id
     left join competitions competition on competition.id = entry.competition_id
     left join teams team on team.id = entry.team_id
     where season.code >= '2025' order by 2, 3`,
  );
  return rows;
}

const lineUp = (
  season_id: string,
  competition_id: string,
  teams: (string | null)[] | null,
  seen: string[] | null,
) => ({ season_id, competition_id, teams, seen });

const refusal = (statement: Promise<unknown>) =>
  statement.then(
    () => expect.fail("not refused"),
    (error: pg.DatabaseError) => ({
      code: error.code,
      message: error.message,
      detail: error.detail,
    }),
  );

const ADMINS_ONLY = { visitor: "42501", owner: "42501", stranger: "42501", admin: 1 };

describe("permissions", () => {
  it("a roll-over is started and line-ups are replaced by administrators", async () => {
    expect(await rules.everyone(START, [[fixture.competition]])).toEqual(ADMINS_ONLY);
    expect(
      await rules.everyone(REPLACE, [
        JSON.stringify([lineUp(fixture.season, fixture.competition, [], [fixture.team])]),
      ]),
    ).toEqual(ADMINS_ONLY);
  });

  it("a draft is read, published and discarded by administrators", () =>
    rules.scenario(async (scenario) => {
      const draft = await start(scenario);
      for (const persona of ["visitor", "owner", "stranger"] as const) {
        for (const table of ["roll_overs", "roll_over_competitions", "roll_over_teams"]) {
          const found = await scenario.outcome(persona, `select * from ${table}`);
          expect(found).toBe(persona === "visitor" ? "42501" : 0);
          expect(await scenario.outcome(persona, `delete from ${table}`)).toBe("42501");
        }
        expect(await scenario.outcome(persona, DISCARD, [draft.id])).toBe("42501");
        expect(await scenario.outcome(persona, PUBLISH, [draft.id, draft.updated_at])).toBe(
          "42501",
        );
      }
      expect(await scenario.outcome("admin", "select * from roll_over_teams")).toBe(2);
      expect(await scenario.outcome("admin", "delete from roll_over_teams")).toBe("42501");
    }));
});

describe("starting", () => {
  it("copies the last line-ups without retired teams, and shows nothing to visitors", () =>
    rules.scenario(async (scenario) => {
      const draft = await start(scenario, [fixture.competition, lower, basketball]);
      const { rows } = await scenario.as(
        "admin",
        `select competition.name, source_season_id, array(
           select team_id from roll_over_teams
           where roll_over_id = $1 and competition_id = competition.id) as teams
         from roll_over_competitions join competitions competition on competition.id = competition_id
         order by 1`,
        [draft.id],
      );
      expect(rows).toEqual([
        { name: "Ligue 1", source_season_id: fixture.season, teams: [fixture.team] },
        { name: "Ligue 2", source_season_id: fixture.season, teams: [promoted] },
        { name: "NBA", source_season_id: null, teams: [] },
      ]);
      expect(await shown(scenario)).toEqual([]);
    }));

  it("refuses no competitions, unknown ones, a bad code, and a second draft", () =>
    rules.scenario(async (scenario) => {
      const begin = (competitions: string[]) =>
        refusal(scenario.as("admin", START, [competitions]));
      expect(await begin([])).toMatchObject({ code: "PT400", message: "roll_over_empty" });
      expect(await begin([randomUUID()])).toMatchObject({ code: "PT404" });
      const odd = START.replace("2025-26", "2025-27");
      expect(await scenario.outcome("admin", odd, [[lower]])).toBe("23514");
      const nameless = START.replace("'2025-26'", "null");
      expect(await scenario.outcome("admin", nameless, [[lower]])).toBe("23502");
      const { season_id } = await start(scenario);
      expect(await begin([lower])).toEqual({
        code: "PT409",
        message: "roll_over_exists",
        detail: JSON.stringify({ season_id }).replace(":", ": "),
      });
    }));

  it("refuses competitions that have a line-up in the season", () =>
    rules.scenario(async ({ as }) => {
      const again = "select start_roll_over('2024-25', '2024-2025', $1)";
      expect(await refusal(as("admin", again, [[lower, basketball]]))).toEqual({
        code: "PT409",
        message: "line_up_exists",
        detail: '{"competitions": ["Ligue 2"]}',
      });
    }));
});

describe("replacing line-ups", () => {
  it("exchanges teams of two competitions of a draft, which stays hidden", () =>
    rules.scenario(async (scenario) => {
      const draft = await start(scenario);
      await scenario.as("admin", REPLACE, [
        JSON.stringify([
          lineUp(draft.season_id, fixture.competition, [promoted], [fixture.team]),
          lineUp(draft.season_id, lower, [fixture.team], [promoted]),
        ]),
      ]);
      const { rows } = await scenario.as(
        "admin",
        "select competition_id, team_id from roll_over_teams",
      );
      expect(new Set(rows.map((row) => `${row.competition_id} ${row.team_id}`))).toEqual(
        new Set([`${fixture.competition} ${promoted}`, `${lower} ${fixture.team}`]),
      );
      expect(await shown(scenario)).toEqual([]);
      // The version on the other administrator's screen is outdated.
      expect(
        await refusal(scenario.as("admin", PUBLISH, [draft.id, draft.updated_at])),
      ).toMatchObject({ code: "PT409", message: "roll_over_changed" });
    }));

  it("changes a public line-up directly", () =>
    rules.scenario(async ({ as, system }) => {
      await as("admin", REPLACE, [
        JSON.stringify([
          lineUp(fixture.season, fixture.competition, [promoted, fixture.team], [fixture.team]),
        ]),
      ]);
      const { rows } = await system(
        "select team_id from team_seasons where competition_id = $1 and season_id = $2",
        [fixture.competition, fixture.season],
      );
      expect(new Set(rows.map(({ team_id }) => team_id))).toEqual(
        new Set([promoted, fixture.team]),
      );
    }));

  it("changes nothing if one of the line-ups is refused", () =>
    rules.scenario(async ({ as, system }) => {
      const good = lineUp(fixture.season, fixture.competition, [], [fixture.team]);
      const other = (teams: (string | null)[] | null, seen: string[] | null) =>
        refusal(
          as("admin", REPLACE, [
            JSON.stringify([good, lineUp(fixture.season, basketball, teams, seen)]),
          ]),
        );
      expect(await other([], [fixture.team])).toMatchObject({
        code: "PT409",
        message: "line_up_changed",
      });
      expect(await other([fixture.team], [])).toMatchObject({
        code: "PT400",
        message: "line_up_team_unknown",
      });
      expect(await other([null], [])).toMatchObject({ code: "PT400" });
      expect(await other(null, [])).toMatchObject({ code: "PT400", message: "line_up_incomplete" });
      expect(await other([], null)).toMatchObject({ code: "PT400", message: "line_up_incomplete" });
      expect(
        await refusal(
          as("admin", REPLACE, [JSON.stringify([good, lineUp(randomUUID(), basketball, [], [])])]),
        ),
      ).toMatchObject({ code: "PT404", message: "line_up_not_found" });
      const { rowCount } = await system("select from team_seasons where competition_id = $1", [
        fixture.competition,
      ]);
      expect(rowCount).toBe(1);
    }));

  it.each(['{"a": 1}', "3", '[{"season_id": "x"}]', "[1]"])("refuses %s as bad input", (text) =>
    rules.scenario(async ({ outcome }) => {
      expect(await outcome("admin", REPLACE, [text])).toMatch(/^22/);
    }),
  );
});

describe("publishing and discarding", () => {
  it("shows the season with its line-ups at once", () =>
    rules.scenario(async (scenario) => {
      const draft = await start(scenario);
      await publish(scenario, draft);
      expect(await shown(scenario)).toEqual([
        { code: "2025-26", competition: "Ligue 1", team: "AS Saint-Étienne" },
        { code: "2025-26", competition: "Ligue 2", team: "Le Mans" },
      ]);
      expect(await scenario.outcome("admin", PUBLISH, [draft.id, draft.updated_at])).toBe("PT409");
    }));

  it("discarding deletes the draft and the season that came with it, not an older one", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("insert into seasons (code, name) values ('2026-27', '2026-2027')");
      const remaining = await scenario.as(
        "admin",
        "select * from start_roll_over('2026-27', 'Autre nom', $1)",
        [[lower]],
      );
      const draft = await start(scenario);
      for (const { id } of [remaining.rows[0], draft]) await scenario.as("admin", DISCARD, [id]);
      const { rows } = await scenario.system("select name from seasons where code >= '2025'");
      expect(rows).toEqual([{ name: "2026-2027" }]);
      expect(await scenario.outcome("admin", DISCARD, [draft.id])).toBe("PT404");
    }));

  it("taken back says as many changes as were announced", () =>
    rules.scenario(async (scenario) => {
      const draft = await start(scenario);
      await publish(scenario, draft);
      const seen = UNDO.replace(")", ", dry_run => true)");
      const { total, revisions } = (await scenario.as("admin", seen, [draft.id])).rows[0].undo;
      const { undone } = (await scenario.as("admin", UNDO, [draft.id])).rows[0].undo;
      expect({ total, undone }).toEqual({ total: 2, undone: revisions.length });
    }));

  it("is on record with who did it", () =>
    rules.scenario(async (scenario) => {
      const draft = await start(scenario);
      await publish(scenario, draft);
      await scenario.as("admin", UNDO, [draft.id]);
      await scenario.as("admin", DISCARD, [draft.id]);
      const { rows } = await scenario.system(
        `select action, actor_id from audit_log
         where table_name = 'roll_overs' and row_id = $1 order by id`,
        [draft.season_id],
      );
      expect(rows.map(({ action }) => action)).toEqual(["insert", "update", "update", "delete"]);
      expect(rows.every(({ actor_id }) => actor_id === rules.ids.admin)).toBe(true);
      const { rowCount } = await scenario.system(
        "select from audit_log where table_name = 'team_seasons' and after ->> 'season_id' = $1",
        [draft.season_id],
      );
      expect(rowCount).toBe(2);
    }));
});

it("a competition without teams leaves the draft", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    const { season_id } = await start(scenario);
    await as("admin", REPLACE, [JSON.stringify([lineUp(season_id, lower, [], [promoted])])]);
    const { rows } = await system("select competition_id from roll_over_competitions");
    expect(rows).toEqual([{ competition_id: fixture.competition }]);
  }));
