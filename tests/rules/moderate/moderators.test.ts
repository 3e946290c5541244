import { describe, expect, it } from "vitest";

import type { Persona, Scenario } from "../support/rules.ts";
import { setUpRules } from "../support/fixture.ts";

// Nobody but administrators learns who the administrators are.

const { rules, fixture } = setUpRules([]);

const REPORT = "insert into reports (target_type, target_id) values ('jersey', $1)";

/** An administrator approves a jersey and dismisses a report of it. */
async function decide({ as }: Scenario) {
  await as("admin", "select moderate_jersey($1, 'approved')", [fixture.pending]);
  await as("stranger", REPORT, [fixture.pending]);
  await as("admin", "update reports set status = 'dismissed'");
}

/** The tables of `public` that somebody but an administrator reads. */
async function readable({ system }: Scenario): Promise<string[]> {
  const { rows } = await system(
    `select relname from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
       and has_table_privilege('authenticated', oid, 'select')`,
  );
  return rows.map(({ relname }) => relname);
}

describe("who decided", () => {
  it.each<Persona>(["visitor", "owner", "stranger"])("is in no row that a %s reads", (persona) =>
    rules.scenario(async (scenario) => {
      await decide(scenario);
      const tables = await readable(scenario);
      expect(tables).toContain("jerseys");
      for (const table of tables) {
        // The member's own face, like everybody's.
        if (table === "profiles") continue;
        const read = scenario.as(persona, `select * from ${table}`);
        const { rows } = await read.catch(() => ({ rows: [] }));
        expect(JSON.stringify(rows), table).not.toContain(rules.ids.admin);
      }
    }),
  );

  it("can be read by column and as a whole row, and is empty", () =>
    rules.scenario(async (scenario) => {
      await decide(scenario);
      for (const persona of ["visitor", "owner", "admin"] as const) {
        const { rows } = await scenario.as(
          persona,
          "select jerseys.*, moderated_by from jerseys where id = $1",
          [fixture.pending],
        );
        expect(rows).toMatchObject([{ moderated_by: null, moderated_at: expect.any(Date) }]);
      }
    }));

  it("can't be written back", () =>
    rules.scenario(({ system }) =>
      expect(
        system("update jerseys set moderated_by = $1", [rules.ids.admin]),
      ).rejects.toMatchObject({
        constraint: "jerseys_moderated_by_secret",
      }),
    ));

  it("goes with the row and with the account", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const known = async () =>
        (await system("select table_name from private.decisions order by 1")).rows;
      await decide(scenario);
      expect(await known()).toEqual([{ table_name: "jerseys" }, { table_name: "reports" }]);
      await as("admin", "update reports set status = 'open'");
      expect(await known()).toEqual([{ table_name: "jerseys" }]);
      await system("delete from jerseys where id = $1", [fixture.pending]);
      expect(await known()).toEqual([]);
    }));
});
