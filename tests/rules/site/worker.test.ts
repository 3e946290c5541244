import { describe, expect, it } from "vitest";

import { addJerseys, setUpRules } from "../support/fixture.ts";
import { walk } from "../support/catalogue-fixture.ts";
import type { Scenario } from "../support/rules.ts";
import { REBUILD } from "../../support/rebuild.ts";

const { rules, fixture } = setUpRules();

const TITLES = Array.from({ length: 9 }, (_, n) => `Zorglub ${n}`);

const state = async ({ system }: Scenario) =>
  (await system("select waiting::int, failed::int from worker_state()")).rows[0];

const found = async ({ as }: Scenario) =>
  (await as("visitor", "select id from search_jerseys('zorglub', 20)")).rows.map(({ id }) => id);

/** The words of a jersey can't be stored. */
async function poison({ system }: Scenario, id: string): Promise<void> {
  await system(`create function pg_temp.refuse() returns trigger language plpgsql
    as 'begin raise exception ''spoilt''; end'`);
  await system(`create trigger spoilt before insert or update on private.search_documents
    for each row when (new.id = '${id}') execute function pg_temp.refuse()`);
}

describe("a change from which something can't be derived", () => {
  it("holds up nothing but its own projection, and is tried again", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const ids = await addJerseys(scenario, fixture, rules.ids.owner, TITLES);
      const [spoilt, ...others] = ids;
      await poison(scenario, spoilt!);
      await scenario.derived();
      expect((await found(scenario)).toSorted()).toEqual(others.toSorted());
      expect(await walk(scenario, "visitor", {})).toEqual(expect.arrayContaining(ids));
      expect(await state(scenario)).toEqual({ waiting: 0, failed: 1 });
      const { rows } = await system("select projection, id, problem from private.failed_changes");
      expect(rows).toEqual([{ projection: "words", id: spoilt, problem: "spoilt" }]);

      // Not at once, and what comes later is derived meanwhile.
      await system("update jerseys set title = 'Zorglub encore' where id = $1", [others[0]]);
      await scenario.derived();
      expect(await state(scenario)).toEqual({ waiting: 0, failed: 1 });

      await system("drop trigger spoilt on private.search_documents");
      await system("update private.failed_changes set tried_at = now() - interval '2 minutes'");
      await scenario.derived();
      expect((await found(scenario)).toSorted()).toEqual(ids.toSorted());
      expect(await state(scenario)).toEqual({ waiting: 0, failed: 0 });
    }));
});

it("what failed is derived again with everything that reads it", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    await scenario.derived();
    await system(`create function pg_temp.refuse() returns trigger language plpgsql
      as 'begin raise exception ''spoilt''; end'`);
    await system(`create trigger spoilt before insert or update on private.search_documents
      for each row execute function pg_temp.refuse()`);
    await as("stranger", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [
      fixture.approved,
    ]);
    await scenario.derived();
    await system("drop trigger spoilt on private.search_documents");
    await system("update private.failed_changes set tried_at = now() - interval '2 minutes'");
    await scenario.derived();
    const { rows } = await system(
      "select best from private.catalogue_entries where jersey_id = $1",
      [fixture.approved],
    );
    expect(rows).toEqual([{ best: 1 }]);
    expect((await system(REBUILD)).rows).toEqual([]);
  }));

it("a rebuild goes past what can't be derived", () =>
  rules.scenario(async (scenario) => {
    const { system } = scenario;
    const [spoilt] = await addJerseys(scenario, fixture, rules.ids.owner, TITLES);
    await poison(scenario, spoilt!);
    await system("delete from private.catalogue_entries");
    await system(REBUILD);
    expect(await walk(scenario, "visitor", {})).toEqual(expect.arrayContaining([spoilt]));
    expect(await state(scenario)).toMatchObject({ failed: 1 });
  }));

describe("check_derived", () => {
  it("is silent while all is right, and says what could not be derived", () =>
    rules.scenario(async (scenario) => {
      const { system, outcome, as } = scenario;
      await system("select check_derived()");
      const [spoilt] = await addJerseys(scenario, fixture, rules.ids.owner, TITLES);
      await poison(scenario, spoilt!);
      await scenario.derived();
      await system("savepoint checked");
      await expect(system("select check_derived()")).rejects.toThrow(`words ${spoilt} since`);
      await system("rollback to savepoint checked");
      // Administrators learn since when; nobody else does.
      const since = "select underived() as since";
      expect((await as("admin", since)).rows).toEqual([{ since: expect.any(Date) }]);
      expect((await as("owner", since)).rows).toEqual([{ since: null }]);
      expect(await outcome("visitor", since)).toBe("42501");
    }));

  it("finds what was derived wrongly, and repairs nothing", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await addJerseys(scenario, fixture, rules.ids.owner, TITLES);
      await scenario.derived();
      await system("update private.catalogue_entries set best = 7");
      await system("savepoint checked");
      // From any place on: the fixture has few jerseys, so some calls begin behind the last.
      const found: string[] = [];
      for (let time = 0; time < 64 && found.length === 0; time += 1) {
        await system("select check_derived()").catch(async (error: Error) => {
          found.push(error.message);
          await system("rollback to savepoint checked");
        });
      }
      expect(found[0]).toContain("derived wrongly");
      const { rows } = await system(
        "select count(*)::int as left from private.catalogue_entries where best = 7",
      );
      expect(rows[0].left).toBeGreaterThan(0);
    }));
});

describe("worker_state", () => {
  it("counts what waits, and for how long", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      expect(await state(scenario)).toEqual({ waiting: 0, failed: 0 });
      await addJerseys(scenario, fixture, rules.ids.owner, TITLES);
      await system("update private.changes set at = now() - interval '5 minutes' where id = $1", [
        (await system("select id from private.changes limit 1")).rows[0].id,
      ]);
      expect(await state(scenario)).toEqual({ waiting: 9, failed: 0 });
      const { rows } = await system("select lag_seconds from worker_state()");
      expect(rows[0].lag_seconds).toBeGreaterThanOrEqual(300);
    }));

  it("and the worker itself are for servers only", async () => {
    const refused = { visitor: "42501", owner: "42501", stranger: "42501", admin: "42501" };
    for (const text of [
      "select * from worker_state()",
      "select derive()",
      "select private.refresh_projection('words', '{}')",
      "select * from private.changes",
      "select * from private.failed_changes",
      "select rebuild()",
      "select check_derived()",
    ]) {
      expect(await rules.everyone(text), text).toEqual(refused);
    }
  });
});
