import { beforeAll, describe, expect, it } from "vitest";

import { addJerseys, setUpRules } from "../support/fixture.ts";
import type { Persona, Scenario } from "../support/rules.ts";
import { noticesOf, passTime, valuesOf } from "../support/suggestions.ts";

// A report is settled by what is done about it, in one transaction, or because there is nothing to do.

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);
/** A public jersey of the reviewer's. */
let own: string;
let other: string;

beforeAll(async () => {
  [own, other] = (await addJerseys(rules, fixture, rules.ids.reviewer, ["À soi", "Autre"])) as [
    string,
    string,
  ];
  await rules.system("update jerseys set author_id = $1 where id = $2", [rules.ids.member, other]);
});

const report = async (
  { as, system }: Scenario,
  type = "jersey",
  target = fixture.approved,
  by: "stranger" | "reviewer" | "member" = "stranger",
): Promise<string> => {
  await as(by, "insert into reports (target_type, target_id, reason) values ($1, $2, 'Faux')", [
    type,
    target,
  ]);
  const { rows } = await system(
    "select id from reports where target_id = $1 and reporter_id = $2 and status = 'open'",
    [target, rules.ids[by]],
  );
  return rows[0].id;
};

interface Act {
  done?: string | null;
  note?: string;
  changes?: object;
  into?: string;
  urgency?: string;
}

const SETTLE = "select settle_reports($1, $2, $3, $4, $5, $6) as done";
const values = (ids: string[], { done = null, note, changes, into, urgency }: Act) => [
  ids,
  done,
  note,
  changes && JSON.stringify(changes),
  into,
  urgency,
];
const settle = async ({ as }: Scenario, ids: string[], act: Act, by: Persona = "reviewer") =>
  (await as(by, SETTLE, values(ids, act))).rows[0].done as {
    settled: string[];
    batch_id: string | null;
  };
const stateOf = async ({ system }: Scenario, id: string) =>
  (await system("select status, done, resolution_note as note from reports where id = $1", [id]))
    .rows[0];

const CORRECTED = { done: "corrected", note: "wrong", changes: { year: 1976 } };

describe("settle_reports", () => {
  it("corrects what was reported at once, and names nobody in the history", () =>
    rules.scenario(async (scenario) => {
      const ids = [await report(scenario), await report(scenario, "jersey", undefined, "member")];
      const { settled, batch_id } = await settle(scenario, ids, CORRECTED);
      expect(settled.toSorted()).toEqual(ids.toSorted());
      expect(await valuesOf(scenario, fixture.approved, "year")).toEqual({ year: 1976 });
      expect(await stateOf(scenario, ids[0]!)).toEqual({
        status: "upheld",
        done: "corrected",
        note: "wrong",
      });
      const { rows } = await scenario.as("visitor", "select * from history('jersey', $1)", [
        fixture.approved,
      ]);
      expect(rows[0]).toMatchObject({ kind: "correction", reason: "wrong", username: null });
      expect(batch_id).toEqual(expect.any(String));
      const changes = [{ field: "year", before: null, after: "1976" }];
      expect(await noticesOf(scenario, rules.ids.stranger)).toMatchObject([
        { outcome: "upheld", done: "corrected", changes, is_again: false },
      ]);
    }));

  it("is taken back within seconds as if it had not been, and later as a change", () =>
    rules.scenario(async (scenario) => {
      const id = await report(scenario);
      const undo = async (batch: string | null) =>
        (
          await scenario.as("reviewer", "select undo(batch_id => $1, reason => 'wrong') as done", [
            batch,
          ])
        ).rows[0].done.undone;
      await scenario.system("savepoint reported");
      const { batch_id } = await settle(scenario, [id], CORRECTED);
      expect(await undo(batch_id)).toBe(1);
      await scenario.as("reviewer", "select undo_decision($1)", [id]);
      expect(await valuesOf(scenario, fixture.approved, "year")).toEqual({ year: null });
      expect(await stateOf(scenario, id)).toEqual({ status: "open", done: null, note: null });
      expect(await noticesOf(scenario, rules.ids.stranger)).toEqual([]);
      await scenario.system("rollback to savepoint reported");
      const later = await settle(scenario, [id], CORRECTED);
      await passTime(scenario);
      expect(await undo(later.batch_id)).toBe(1);
      expect(await stateOf(scenario, id)).toMatchObject({ done: "corrected" });
    }));

  it("takes a wrong photo off, tells who contributed it why, and brings it back", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const name = `${rules.ids.member}/wrong.webp`;
      await system("insert into storage.objects (bucket_id, name) values ('jerseys', $1)", [name]);
      const { rows } = await system(
        `insert into jersey_images (jersey_id, url, position, contributor_id)
         values ($1, $2, 900, $3) returning id`,
        [fixture.approved, `/storage/v1/object/public/jerseys/${name}`, rules.ids.member],
      );
      const photo = rows[0].id as string;
      const isThere = async () =>
        (await system("select from jersey_images where id = $1", [photo])).rowCount === 1;
      const id = await report(scenario);
      const changes = { removed: [photo, fixture.comment] };
      const { batch_id } = await settle(scenario, [id], {
        done: "corrected",
        note: "wrong_image",
        changes,
      });
      expect(await isThere()).toBe(false);
      expect(await noticesOf(scenario, rules.ids.member)).toMatchObject([{ outcome: "undone" }]);
      await scenario.as("reviewer", "select undo(batch_id => $1, reason => 'wrong')", [batch_id]);
      expect(await isThere()).toBe(true);
    }));

  it("refuses to take off photos of another jersey, and what is no list", () =>
    rules.scenario(async (scenario) => {
      const id = await report(scenario);
      for (const [removed, message] of [
        [[fixture.comment], "suggestion_already_so"],
        ["all", "suggestion_field_unknown"],
        [{ [fixture.comment]: true }, "suggestion_field_unknown"],
      ]) {
        await expect(
          settle(scenario, [id], { done: "corrected", note: "wrong", changes: { removed } }),
        ).rejects.toMatchObject({ code: "PT400", message });
      }
    }));

  it("merges, removes and hides", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const id = await report(scenario);
      const comment = await report(scenario, "comment", fixture.comment);
      await system("savepoint reported");
      await settle(scenario, [id], { done: "merged", note: "duplicate", into: other });
      expect(
        (await system("select from jersey_redirects where from_id = $1", [fixture.approved]))
          .rowCount,
      ).toBe(1);
      expect(await stateOf(scenario, id)).toMatchObject({ done: "merged", note: "duplicate" });
      await system("rollback to savepoint reported");

      const removed = { done: "removed", note: "offensive", urgency: "offensive" };
      expect((await settle(scenario, [id], removed)).batch_id).toBeNull();
      await system("rollback to savepoint reported");
      expect((await settle(scenario, [id], removed, "admin")).batch_id).not.toBeNull();
      expect(await valuesOf(scenario, fixture.approved, "is_active")).toEqual({ is_active: false });

      await system("rollback to savepoint reported");
      // What is about something else stays open: nothing was done about it.
      await settle(scenario, [comment, id], { done: "hidden", note: "offensive" });
      expect(await stateOf(scenario, id)).toMatchObject({ status: "open" });
      expect(
        (await system("select is_hidden from comments where id = $1", [fixture.comment])).rows,
      ).toEqual([{ is_hidden: true }]);
    }));

  it("tells whoever reported it that it is back, and no longer that it was removed", () =>
    rules.scenario(async (scenario) => {
      const id = await report(scenario);
      const removed = { done: "removed", note: "quality" };
      const { batch_id } = await settle(scenario, [id], removed);
      await passTime(scenario);
      expect(await stateOf(scenario, id)).toMatchObject({ done: "removed" });
      await scenario.as("reviewer", "select undo(batch_id => $1, reason => 'wrong')", [batch_id]);
      expect(await stateOf(scenario, id)).toEqual({
        ...{ status: "upheld", done: "other", note: "quality" },
      });
      expect((await noticesOf(scenario, rules.ids.stranger)).at(-1)).toMatchObject({
        ...{ outcome: "brought_back", note: "wrong", jersey_id: fixture.approved },
      });
    }));

  it("names the jersey that was reported, also after it was merged", () =>
    rules.scenario(async (scenario) => {
      const id = await report(scenario);
      await scenario.as("reviewer", "select merge_jerseys($1, $2, 'duplicate')", [
        fixture.approved,
        other,
      ]);
      await settle(scenario, [id], { note: "Tout est juste." });
      expect((await noticesOf(scenario, rules.ids.stranger)).at(-1)).toMatchObject({
        ...{ outcome: "dismissed", title: "Maillot vert", jersey_id: other },
      });
    }));

  it("ends with nothing to do, or what was done elsewhere", () =>
    rules.scenario(async (scenario) => {
      const id = await report(scenario);
      await scenario.system("savepoint reported");
      await settle(scenario, [id], { note: "Tout est juste." });
      expect(await stateOf(scenario, id)).toEqual({
        status: "dismissed",
        done: null,
        note: "Tout est juste.",
      });
      await scenario.system("rollback to savepoint reported");
      // The specification's columns keep working.
      await scenario.as("reviewer", "update reports set status = 'upheld' where id = $1", [id]);
      expect(await stateOf(scenario, id)).toMatchObject({ status: "upheld", done: "other" });
    }));

  it.each<[Persona, string]>([
    ["visitor", "42501"],
    ["owner", "42501"],
    ["stranger", "42501"],
    ["reviewer", "1"],
    ["admin", "1"],
  ])("is for reviewers: %s", (by, expected) =>
    rules.scenario(async (scenario) => {
      const id = await report(scenario);
      expect(String(await scenario.outcome(by, SETTLE, values([id], CORRECTED)))).toBe(expected);
    }),
  );

  it("leaves what concerns the reviewer to another, with all that would be done", () =>
    rules.scenario(async (scenario) => {
      const aboutOwn = await report(scenario, "jersey", own);
      const byOneself = await report(scenario, "jersey", undefined, "reviewer");
      const aboutMember = await report(scenario, "profile", rules.ids.owner);
      for (const [id, act] of [
        [aboutOwn, CORRECTED],
        [byOneself, CORRECTED],
        [aboutMember, { done: "other" }],
      ] as const) {
        await expect(settle(scenario, [id], act)).rejects.toMatchObject({
          code: "PT403",
          message: "report_own",
        });
      }
      expect(await valuesOf(scenario, own, "year")).toEqual({ year: null });
      await settle(scenario, [aboutOwn], CORRECTED, "otherReviewer");
      await settle(scenario, [aboutMember], { done: "other" }, "admin");
    }));

  it("is done once", () =>
    rules.scenario(async (scenario) => {
      const id = await report(scenario);
      await settle(scenario, [id], CORRECTED);
      await expect(
        settle(scenario, [id], { ...CORRECTED, changes: { year: 1980 } }, "otherReviewer"),
      ).rejects.toMatchObject({
        code: "PT409",
        message: "report_decided",
        detail: '{"status": "upheld", "username": null}',
      });
      await expect(settle(scenario, [id], {}, "admin")).rejects.toMatchObject({
        detail: '{"status": "upheld", "username": "reviewer"}',
      });
      // Whom it is about learns nothing.
      await scenario.system("update jerseys set author_id = $1 where id = $2", [
        rules.ids.otherReviewer,
        fixture.approved,
      ]);
      await expect(settle(scenario, [id], {}, "otherReviewer")).rejects.toMatchObject({
        detail: '{"status": null, "username": null}',
      });
      expect(await valuesOf(scenario, fixture.approved, "year")).toEqual({ year: 1976 });
    }));

  it.each<[string, Act, string]>([
    ["what a jersey isn't", { done: "hidden" }, "report_done_unknown"],
    ["an unknown deed", { done: "burnt" }, "report_done_unknown"],
    ["a correction of nothing", { done: "corrected", note: "wrong" }, "suggestion_field_unknown"],
    ["an unknown field", { ...CORRECTED, changes: { score: 9 } }, "correction_unknown"],
    ["a value of another type", { ...CORRECTED, changes: { year: "x" } }, "correction_unknown"],
    ["a year out of range", { ...CORRECTED, changes: { year: 3 } }, "jerseys_year_range"],
    ["what is so already", { ...CORRECTED, changes: { edition: null } }, "suggestion_already_so"],
    ["a removal without a reason", { done: "removed" }, "merge_reason"],
    ["a merge into nothing", { done: "merged", note: "duplicate" }, "jersey_not_found"],
  ])("refuses %s", (_, act, problem) =>
    rules.scenario(async (scenario) => {
      const id = await report(scenario);
      await expect(settle(scenario, [id], { ...act })).rejects.toSatisfy(
        (error: { message: string; constraint?: string }) =>
          (error.constraint ?? error.message) === problem,
      );
      expect(await stateOf(scenario, id)).toMatchObject({ status: "open" });
    }),
  );
});

describe("a reason", () => {
  it.each([
    ["duplicate", 10, true],
    ["duplicate: le même", 10, true],
    ["Deux fois le même", 10, true],
    ["Doublon", 10, false],
    ["other", 10, false],
    ["unsure", 10, false],
    ["", 3, false],
    [null, 3, false],
    ["x".repeat(501), 3, false],
  ])("is one of the list, or long enough: %j of %i", async (text, fewest, expected) => {
    const { rows } = await rules.system("select private.is_reason($1, $2) as it", [text, fewest]);
    expect(rows[0].it).toBe(expected);
  });
});
