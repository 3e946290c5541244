import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { LOGGED_TABLES } from "../../../app/moderate/data/audit/audit-log.ts";
import { createRules, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

async function latest({ system }: Scenario) {
  const { rows } = await system("select * from audit_log order by id desc limit 1");
  return rows[0];
}

describe("audit_log", () => {
  it("has a name for administrators of each table on record", async () => {
    const { rows } = await rules.system(
      `select tgrelid::regclass::text as name from pg_trigger where tgname ~ '_audit(_|$)'
       union select found.parts[1] from pg_proc
       cross join regexp_matches(prosrc, $1, 'g') found (parts)
       where pronamespace = 'private'::regnamespace`,
      [String.raw`log_change\(\s*'(\w+)'`],
    );
    const names = rows.map(({ name }) => name);
    expect(names).toContain("showcases");
    expect(names.filter((name) => !LOGGED_TABLES.includes(name))).toEqual([]);
  });

  it("stores the changed columns and who changed them", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("admin", "update teams set city = 'Saint-Étienne' where id = $1", [
        fixture.team,
      ]);
      expect(await latest(scenario)).toMatchObject({
        actor_id: rules.ids.admin,
        action: "update",
        table_name: "teams",
        row_id: fixture.team,
        before: { city: null },
        after: { city: "Saint-Étienne" },
      });
    }));

  it("stores the whole deleted row, also when deleted through another", () =>
    rules.scenario(async ({ as, system }) => {
      await as("owner", "delete from jerseys where id = $1", [fixture.approved]);
      const { rows } = await system(
        `select table_name, row_id, actor_id, before ->> 'id' as id from audit_log
         where action = 'delete' order by table_name`,
      );
      const by = { actor_id: rules.ids.owner };
      expect(rows).toEqual([
        { ...by, table_name: "comments", row_id: expect.any(String), id: expect.any(String) },
        { ...by, table_name: "comments", row_id: expect.any(String), id: expect.any(String) },
        { ...by, table_name: "jersey_images", row_id: fixture.approved, id: fixture.image },
        { ...by, table_name: "jerseys", row_id: fixture.approved, id: fixture.approved },
      ]);
    }));

  it("stores new rows and granted roles", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("admin", "insert into user_roles values ($1, 'admin')", [
        rules.ids.stranger,
      ]);
      expect(await latest(scenario)).toMatchObject({
        action: "insert",
        table_name: "user_roles",
        row_id: rules.ids.stranger,
        before: null,
        after: { role: "admin" },
      });
    }));

  it("stores no votes and no updates without a change", () =>
    rules.scenario(async (scenario) => {
      const before = await latest(scenario);
      await scenario.as("owner", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [
        fixture.approved,
      ]);
      await scenario.as("owner", "update jerseys set title = title where id = $1", [
        fixture.approved,
      ]);
      expect((await latest(scenario)).id).toBe(before.id);
    }));
});

describe("retention of the audit log", () => {
  const age = ({ system }: Scenario) =>
    system("update audit_log set at = at - interval '2 years 1 day'");

  it("deletes entries after two years, and no earlier", () =>
    rules.scenario(async ({ system }) => {
      const { rowCount } = await system("select from audit_log");
      await system("update audit_log set at = now() - interval '1 year 364 days'");
      await system("select sweep_audit_log()");
      expect((await system("select from audit_log")).rowCount).toBe(rowCount);
      await system("update audit_log set at = at - interval '2 days'");
      await system("select sweep_audit_log()");
      const { rows } = await system("select distinct table_name, action, after from audit_log");
      expect(rows).toEqual([{ table_name: "jerseys", action: "insert", after: null }]);
    }));

  it("never gives the id of a past jersey to another member", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      const submit = `insert into jerseys (id, league, competition_id, season_id, team, title)
        values ($1, 'SOCCER', $2, $3, 'Lens', 'Rayé')`;
      const values = ["00000000-0000-4000-8000-000000000001", fixture.competition, fixture.season];
      await as("owner", submit, values);
      await as("owner", "delete from jerseys where id = $1", values.slice(0, 1));
      await age(scenario);
      await system("select sweep_audit_log()");
      expect(await outcome("stranger", submit, values)).toBe("23505");
      expect(await outcome("owner", submit, values)).toBe(1);
    }));

  it("is for the service key only", async () => {
    expect(await rules.everyone("select sweep_audit_log()")).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });
});
