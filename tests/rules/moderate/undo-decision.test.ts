import { beforeAll, describe, expect, it } from "vitest";

import { setUpRules } from "../support/fixture.ts";
import type { Persona, Scenario } from "../support/rules.ts";
import {
  contest,
  decide,
  no,
  noticesOf,
  queue,
  readSuggestion,
  suggest,
  yes,
} from "../support/suggestions.ts";

// Refusals and settled reports, which make nothing public, are undone within seconds as if they had not been.

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);

const UNDO = "select undo_decision($1)";
const undo = ({ as }: Scenario, id: string, by: Persona = "reviewer") => as(by, UNDO, [id]);
const late = ({ system }: Scenario) =>
  system(
    `update private.decisions
     set was = jsonb_set(was, '{at}', to_jsonb((was ->> 'at')::timestamptz - interval '13 seconds'))`,
  );
const STAYS = { code: "PT409", message: "undo_stays" };

interface Case {
  id: string;
  /** Who is told. */
  notified: "member" | "owner" | "stranger";
  /** The row that a decision changes, without who decided. */
  state: () => Promise<unknown>;
}

const CASES: Record<string, (scenario: Scenario) => Promise<Case>> = {
  "a refused suggestion": async (scenario) => {
    const { id } = await suggest(scenario, { target: fixture.approved, changes: { year: 1976 } });
    const state = () => readSuggestion(scenario, id);
    return { id, notified: "member", state };
  },
  "a refused submission": async ({ system }) => {
    const state = async () =>
      (await system("select * from jerseys where id = $1", [fixture.pending])).rows[0];
    return { id: fixture.pending, notified: "owner", state };
  },
  "a settled report": async ({ as, system }) => {
    await as(
      "stranger",
      "insert into reports (reporter_id, target_type, target_id) values (auth.uid(), 'comment', $1)",
      [fixture.comment],
    );
    const { rows } = await system("select id from reports where status = 'open'");
    const { id } = rows[0];
    const state = async () => (await system("select * from reports where id = $1", [id])).rows[0];
    return { id, notified: "stranger", state };
  },
};

const act = async (scenario: Scenario, { id }: Case, by: Persona = "reviewer") => {
  const settle =
    "update reports set status = 'upheld', resolution_note = 'Masqué' where id = $1 and status = 'open'";
  if ((await scenario.outcome(by, settle, [id])) === 0) await decide(scenario, id, no, { by });
};

describe.each(Object.keys(CASES))("%s", (kind) => {
  let make: (scenario: Scenario) => Promise<Case>;
  beforeAll(() => {
    make = CASES[kind]!;
  });

  it("waits again as it was, and nobody is told", () =>
    rules.scenario(async (scenario) => {
      const one = await make(scenario);
      const before = await one.state();
      await act(scenario, one);
      expect(await noticesOf(scenario, rules.ids[one.notified])).toHaveLength(1);
      await undo(scenario, one.id);
      expect(await one.state()).toEqual(before);
      expect(await noticesOf(scenario, rules.ids[one.notified])).toEqual([]);
      expect(await queue(scenario)).toContainEqual(expect.objectContaining({ id: one.id }));
      // It can be decided anew.
      await act(scenario, one, "otherReviewer");
    }));

  it("is not undone by another, twice, or late", () =>
    rules.scenario(async (scenario) => {
      const one = await make(scenario);
      await expect(undo(scenario, one.id)).rejects.toMatchObject(STAYS);
      await act(scenario, one);
      for (const by of ["otherReviewer", "admin"] as const) {
        await expect(undo(scenario, one.id, by)).rejects.toMatchObject(STAYS);
      }
      for (const by of ["visitor", "owner", "stranger"] as const) {
        expect(await scenario.outcome(by, UNDO, [one.id])).toBe("42501");
      }
      await scenario.system("savepoint decided");
      await undo(scenario, one.id);
      await expect(undo(scenario, one.id)).rejects.toMatchObject(STAYS);
      await scenario.system("rollback to savepoint decided");
      await late(scenario);
      await expect(undo(scenario, one.id)).rejects.toMatchObject(STAYS);
    }));
});

it("who reported the same hears of theirs, when another's settled report is undone", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    for (const by of ["stranger", "member"] as const) {
      await as(
        by,
        "insert into reports (reporter_id, target_type, target_id) values (auth.uid(), 'comment', $1)",
        [fixture.comment],
      );
    }
    await as("reviewer", "update reports set status = 'upheld' where status = 'open'");
    const { rows } = await system("select id from reports where reporter_id = $1", [
      rules.ids.stranger,
    ]);
    await undo(scenario, rows[0].id);
    expect(await noticesOf(scenario, rules.ids.stranger)).toEqual([]);
    expect(await noticesOf(scenario, rules.ids.member)).toHaveLength(1);
  }));

it("what became public is undone by its batch only, and what was changed since stays", () =>
  rules.scenario(async (scenario) => {
    const { id } = await suggest(scenario, { target: fixture.approved, changes: { year: 1976 } });
    await scenario.system("savepoint open");
    await decide(scenario, id, yes);
    await expect(undo(scenario, id)).rejects.toMatchObject(STAYS);
    await scenario.system("rollback to savepoint open");
    await decide(scenario, id, no);
    await contest(scenario, id);
    await expect(undo(scenario, id)).rejects.toMatchObject(STAYS);
    await decide(scenario, fixture.pending, no);
    await scenario.as("owner", "update jerseys set edition = 'Finale' where id = $1", [
      fixture.pending,
    ]);
    await expect(undo(scenario, fixture.pending)).rejects.toMatchObject(STAYS);
  }));

it("a decision on what was contested goes back to the contest", () =>
  rules.scenario(async (scenario) => {
    const { id } = await suggest(scenario, { target: fixture.approved, changes: { year: 1976 } });
    await decide(scenario, id, no);
    await contest(scenario, id);
    const before = await readSuggestion(scenario, id);
    await decide(scenario, id, no, { by: "otherReviewer" });
    await undo(scenario, id, "otherReviewer");
    expect(await readSuggestion(scenario, id)).toEqual(before);
    await expect(decide(scenario, id, yes)).rejects.toMatchObject({
      message: "suggestion_another_reviewer",
    });
  }));
