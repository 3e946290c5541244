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

// Refusals and settled reports, which make nothing public, are undone within seconds as if they had not been. Later what was refused can
// still wait again.

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);

const UNDO = "select undo_decision($1)";
const undo = ({ as }: Scenario, id: string, by: Persona = "reviewer") => as(by, UNDO, [id]);
/** The time for an undo passes, and the notices about the decisions are due. Their mails may still wait. */
async function late({ system }: Scenario, time = "13 seconds") {
  await system(
    `update private.decisions set was = jsonb_set(was, '{at}', to_jsonb((was ->> 'at')::timestamptz - $1::interval))`,
    [time],
  );
  await system(
    "update notices set created_at = created_at - $1::interval, due_at = due_at - $1::interval",
    [time],
  );
}
const mine = async ({ as }: Scenario, by: Persona = "reviewer") =>
  (await as(by, "select * from my_decisions()")).rows;
/** The outcomes that a member reads in the account. */
const toldIn = async ({ as }: Scenario, who: Persona) =>
  (await as(who, "select outcome from notices order by created_at")).rows.map(
    ({ outcome }) => outcome,
  );
const STAYS = { code: "PT409", message: "undo_stays" };

interface Case {
  id: string;
  /** Who is told. */
  notified: "member" | "owner" | "stranger";
  /** The row that a decision changes, without who decided. */
  state: () => Promise<unknown>;
  /** Of a report: what becomes of it. */
  settled?: "upheld" | "dismissed";
}

const REPORT =
  "insert into reports (reporter_id, target_type, target_id) values (auth.uid(), 'comment', $1)";

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
  "a settled report": (scenario) => reported(scenario, "upheld"),
  "a report without action": (scenario) => reported(scenario, "dismissed"),
};

async function reported({ as, system }: Scenario, settled: Case["settled"]): Promise<Case> {
  await as("stranger", REPORT, [fixture.comment]);
  const { rows } = await system("select id from reports where status = 'open'");
  const { id } = rows[0];
  const state = async () => (await system("select * from reports where id = $1", [id])).rows[0];
  return { id, notified: "stranger", state, settled };
}

const act = async (scenario: Scenario, { id, settled }: Case, by: Persona = "reviewer") => {
  const settle = "update reports set status = $2, resolution_note = 'Vu' where id = $1";
  if (settled) await scenario.as(by, settle, [id, settled]);
  else await decide(scenario, id, no, { by });
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
      await late(scenario, "30 days");
      expect(await mine(scenario)).toEqual([]);
      await expect(undo(scenario, one.id)).rejects.toMatchObject(STAYS);
    }));
});

it.each(Object.keys(CASES).filter((kind) => kind !== "a settled report"))(
  "%s waits again later too; its reader is told so in place of the notice, and the mail leaves the queue",
  (kind) =>
    rules.scenario(async (scenario) => {
      const one = await CASES[kind]!(scenario);
      const before = await one.state();
      await act(scenario, one);
      await late(scenario);
      expect(await mine(scenario)).toEqual([expect.objectContaining({ ids: [one.id] })]);
      for (const by of ["otherReviewer", "admin"] as const) {
        expect(await mine(scenario, by)).toEqual([]);
        await expect(undo(scenario, one.id, by)).rejects.toMatchObject(STAYS);
      }
      for (const by of ["visitor", "member"] as const) {
        expect(await scenario.outcome(by, "select * from my_decisions()")).toBe("42501");
        expect(await scenario.outcome(by, UNDO, [one.id])).toBe("42501");
      }
      expect((await scenario.system("select from notice_mails")).rowCount).toBe(1);
      await undo(scenario, one.id);
      expect(await one.state()).toEqual(before);
      expect(await mine(scenario)).toEqual([]);
      expect(await queue(scenario)).toContainEqual(expect.objectContaining({ id: one.id }));
      expect(await toldIn(scenario, one.notified)).toEqual(["reopened"]);
      // The mail that told it may have left; its link to stop such mails needs the row.
      expect(await noticesOf(scenario, rules.ids[one.notified])).toHaveLength(2);
      expect((await scenario.system("select from notice_mails")).rowCount).toBe(0);
      await act(scenario, one, "otherReviewer");
    }),
);

it("who reported the same hears of theirs, when another's settled report is undone", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    for (const by of ["stranger", "member"] as const) {
      await as(by, REPORT, [fixture.comment]);
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

it("a decision on what was contested goes back to the contest when its first decider has left", () =>
  rules.scenario(async (scenario) => {
    const { id } = await suggest(scenario, { target: fixture.approved, changes: { year: 1976 } });
    await decide(scenario, id, no);
    await contest(scenario, id);
    await decide(scenario, id, no, { by: "otherReviewer" });
    await scenario.system("delete from auth.users where id = $1", [rules.ids.reviewer]);
    await undo(scenario, id, "otherReviewer");
    await decide(scenario, id, yes, { by: "otherReviewer" });
    expect(await readSuggestion(scenario, id)).toMatchObject({ status: "accepted" });
  }));

it("later, what was contested, changed or sent again, or has lost its page, stays", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    const { id } = await suggest(scenario, { target: fixture.approved, changes: { year: 1976 } });
    await as("stranger", REPORT, [fixture.comment]);
    const { rows } = await system("select id from reports where status = 'open'");
    const report = rows[0].id as string;
    await decide(scenario, id, no);
    await decide(scenario, fixture.pending, no);
    await as("reviewer", "update reports set status = 'dismissed' where id = $1", [report]);
    await late(scenario);
    const all = [id, fixture.pending, report];
    const listed = async () => (await mine(scenario)).flatMap(({ ids }) => ids);
    expect((await listed()).toSorted()).toEqual(all.toSorted());
    const REMOVE = "select remove_jersey($1, 'Ce maillot n’existe pas.')";
    const cases: [gone: string[], happens: () => Promise<unknown>][] = [
      [[id], () => contest(scenario, id)],
      [[id], () => suggest(scenario, { target: fixture.approved, changes: { edition: "Finale" } })],
      [
        [fixture.pending],
        () => as("owner", "update jerseys set edition = 'Finale' where id = $1", [fixture.pending]),
      ],
      [[report], () => as("stranger", REPORT, [fixture.comment])],
      [[report], () => as("admin", "update reports set status = 'upheld' where id = $1", [report])],
      [[id, report], () => as("admin", REMOVE, [fixture.approved])],
    ];
    for (const [gone, happens] of cases) {
      await system("savepoint refused");
      await happens();
      expect((await listed()).toSorted()).toEqual(
        all.filter((one) => !gone.includes(one)).toSorted(),
      );
      for (const one of gone) await expect(undo(scenario, one)).rejects.toMatchObject(STAYS);
      await system("rollback to savepoint refused");
    }
  }));

it("what was done about a report stays", () =>
  rules.scenario(async (scenario) => {
    const one = await reported(scenario, "upheld");
    await act(scenario, one);
    await late(scenario);
    expect(await mine(scenario)).toEqual([]);
    await expect(undo(scenario, one.id)).rejects.toMatchObject(STAYS);
  }));

it("a correction of what was reported is undone in the history of its page", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    await as(
      "stranger",
      "insert into reports (target_type, target_id, reason) values ('jersey', $1, 'Année fausse.')",
      [fixture.approved],
    );
    const { rows } = await system("select id from reports");
    await as("reviewer", "select settle_reports(array[$1]::uuid[], 'corrected', null, $2)", [
      rows[0].id,
      { year: 1987 },
    ]);
    expect(await mine(scenario)).toMatchObject([
      { kind: "accepted", target_type: "jersey", target_id: fixture.approved },
    ]);
  }));

it("reports that were dismissed together are one decision", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    for (const by of ["stranger", "member"] as const) await as(by, REPORT, [fixture.comment]);
    const { rows } = await system(
      "select array_agg(id order by id) as ids from reports where status = 'open'",
    );
    const { ids } = rows[0];
    await as("reviewer", "select settle_reports($1)", [ids]);
    await late(scenario);
    expect(await mine(scenario)).toEqual([expect.objectContaining({ ids, kind: "report" })]);
    for (const id of ids) await undo(scenario, id);
    expect(await mine(scenario)).toEqual([]);
  }));

const HIDE = "update comments set is_hidden = true, hidden_reason = 'off_topic' where id = $1";
const HIDE_ALL = "select hide_comments($1, 'offensive')";

describe("a hidden comment", () => {
  it("is among the decisions of who has hidden it, until it is shown or changed", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("reviewer", HIDE, [fixture.comment]);
      await late(scenario);
      const hidden = { kind: "hidden", target_type: "comment", title: "Le plus beau." };
      expect(await mine(scenario)).toEqual([
        expect.objectContaining({ ...hidden, ids: [fixture.comment], target_id: rules.ids.owner }),
      ]);
      expect(await mine(scenario, "otherReviewer")).toEqual([]);
      for (const [who, change] of [
        ["otherReviewer", "is_hidden = false"],
        ["owner", "body = 'Autre chose'"],
        // Who says last why it is hidden has decided.
        ["otherReviewer", "hidden_reason = 'offensive'"],
      ] as const) {
        await scenario.system("savepoint hidden");
        await scenario.as(who, `update comments set ${change} where id = $1`, [fixture.comment]);
        expect(await mine(scenario), change).toEqual([]);
        await scenario.system("rollback to savepoint hidden");
      }
      await scenario.system("delete from comments where id = $1", [fixture.comment]);
      expect(await mine(scenario)).toEqual([]);
    }));

  it("is no decision that undo_decision() puts back", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("reviewer", HIDE, [fixture.comment]);
      await expect(undo(scenario, fixture.comment)).rejects.toMatchObject(STAYS);
      await late(scenario);
      await expect(undo(scenario, fixture.comment)).rejects.toMatchObject(STAYS);
    }));

  it("is one decision with those that were hidden with it", () =>
    rules.scenario(async (scenario) => {
      const { rows } = await scenario.system(
        `insert into comments (jersey_id, author_id, body) values ($1, $2, 'Encore un.') returning id`,
        [fixture.approved, rules.ids.owner],
      );
      await scenario.as("reviewer", HIDE_ALL, [rules.ids.owner]);
      const [all] = await mine(scenario);
      expect(all.ids.toSorted()).toEqual([fixture.comment, rows[0].id].toSorted());
    }));
});
