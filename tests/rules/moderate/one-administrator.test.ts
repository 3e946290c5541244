import { beforeAll, describe, expect, it } from "vitest";

import { addFiles, setUpRules } from "../support/fixture.ts";
import type { Persona, Scenario } from "../support/rules.ts";
import {
  contest,
  decide,
  no,
  photoOf,
  photosOf,
  queue,
  readSuggestion,
  suggest,
  undoRevision,
  yes,
} from "../support/suggestions.ts";

// A site with one administrator: what is public is corrected, and what was contested is decided.

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);

beforeAll(() => addFiles(rules, rules.ids.admin, ["dos.webp"]));

const history = async ({ as }: Scenario, type: string, id: string) =>
  (await as("visitor", "select * from history($1, $2)", [type, id])).rows;

describe("what an administrator corrects", () => {
  it.each([
    ["jersey", () => fixture.approved, { year: 1976 }],
    ["team", () => fixture.team, { city: "Saint-Étienne" }],
    ["competition", () => fixture.competition, { country: "FR" }],
  ] as const)("of a %s is public at once, as theirs, and is undone", (type, id, changes) =>
    rules.scenario(async (scenario) => {
      const target = id();
      const { status, source } = await suggest(scenario, { as: "admin", type, target, changes });
      expect(status).toBe("accepted");
      const [field, value] = Object.entries(changes)[0]!;
      const [version] = await history(scenario, type, target);
      expect(version).toMatchObject({
        kind: "correction",
        username: "admin",
        reason: source,
        changes: { [field]: { after: value } },
      });
      expect(await queue(scenario, {}, "admin")).not.toContainEqual(
        expect.objectContaining({ target_id: target }),
      );
      expect(await undoRevision(scenario, "admin", version.id)).toMatchObject({ undone: 1 });
      const [undoing] = await history(scenario, type, target);
      expect(undoing.changes[field].before).toBe(value);
      expect(await undoRevision(scenario, "admin", undoing.id)).toMatchObject({ undone: 1 });
    }),
  );

  it("may be a photo, and joins what of theirs is open", () =>
    rules.scenario(async (scenario) => {
      const photos = [photoOf(rules.ids.admin, "dos")];
      await suggest(scenario, { as: "admin", target: fixture.approved, photos });
      expect(await photosOf(scenario, fixture.approved)).toContainEqual(
        expect.objectContaining({ kind: "back", username: "admin" }),
      );
    }));

  it("is not what they suggested before, where somebody else has corrected that since", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await suggest(scenario, { target: fixture.approved, changes: { year: 1976 } });
      await system("update jerseys set year = 1977 where id = $1", [fixture.approved]);
      await system("insert into user_roles (user_id, role) values ($1, 'admin')", [
        rules.ids.member,
      ]);
      await expect(
        suggest(scenario, { target: fixture.approved, changes: { description: "Du musée" } }),
      ).rejects.toMatchObject({ code: "PT409", message: "suggestion_conflict" });
    }));

  it("is no other's: a reviewer's waits, and they don't decide on it", () =>
    rules.scenario(async (scenario) => {
      const { id, status } = await suggest(scenario, {
        as: "reviewer",
        target: fixture.approved,
        changes: { year: 1976 },
      });
      expect(status).toBe("open");
      await expect(decide(scenario, id, yes)).rejects.toMatchObject({ message: "suggestion_own" });
    }));

  it("by the forms of the catalogue is theirs in the history too", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("admin", "update teams set city = 'Sainté' where id = $1", [fixture.team]);
      const rename = "update competitions set name = 'Ligue Une' where id = $1";
      await scenario.as("admin", rename, [fixture.competition]);
      for (const [type, id] of [
        ["team", fixture.team],
        ["competition", fixture.competition],
      ] as const) {
        const [version] = await history(scenario, type, id);
        expect(version).toMatchObject({ kind: "correction", username: "admin" });
      }
    }));
});

describe("a contested decision", () => {
  const said = { accepted: true, note: "La photo le montre bien." };

  async function contested(scenario: Scenario, by: Persona): Promise<string> {
    const { id } = await suggest(scenario, { target: fixture.approved, changes: { year: 1976 } });
    await decide(scenario, id, no, { by });
    await contest(scenario, id);
    return id;
  }
  const alone = ({ system }: Scenario) => system("delete from user_roles where role = 'reviewer'");
  const later = ({ system }: Scenario, days: number) =>
    system("update suggestions set contested_at = contested_at - make_interval(days => $1)", [
      days,
    ]);
  const shownTo = async (scenario: Scenario, by: Persona, id: string) =>
    (await queue(scenario, {}, by)).find((row) => row.id === id);

  it.each(["admin", "reviewer"] as const)("is another reviewer's: of the %s who decided", (by) =>
    rules.scenario(async (scenario) => {
      const id = await contested(scenario, by);
      expect(await shownTo(scenario, by, id)).toMatchObject({
        is_mine: true,
        detail: { is_second: true },
      });
      await expect(decide(scenario, id, said, { by })).rejects.toMatchObject({
        code: "PT403",
        message: "suggestion_another_reviewer",
      });
      expect(await shownTo(scenario, "otherReviewer", id)).toMatchObject({
        is_mine: false,
        detail: { is_second: false },
      });
      await decide(scenario, id, yes, { by: "otherReviewer" });
    }),
  );

  it.each<[string, (scenario: Scenario) => Promise<unknown>]>([
    ["there is no other", alone],
    [
      "the others are suspended",
      ({ system }) =>
        system("update auth.users set banned_until = 'infinity' where id = any ($1)", [
          [rules.ids.reviewer, rules.ids.otherReviewer],
        ]),
    ],
    ["none has in three days", (scenario) => later(scenario, 3)],
  ])("is the administrator's if %s, with a reason", (_, happen) =>
    rules.scenario(async (scenario) => {
      const id = await contested(scenario, "admin");
      await happen(scenario);
      expect(await shownTo(scenario, "admin", id)).toMatchObject({
        is_mine: false,
        detail: { is_second: true },
      });
      await expect(decide(scenario, id, yes, { by: "admin" })).rejects.toMatchObject({
        code: "PT400",
        message: "suggestion_verdict_reason",
      });
      await scenario.system("savepoint decided");
      await decide(scenario, id, no, { by: "admin" });
      await scenario.system("rollback to savepoint decided");
      await decide(scenario, id, said, { by: "admin" });
      expect(await readSuggestion(scenario, id)).toMatchObject({ status: "accepted" });
    }),
  );

  it("stays another's for a reviewer, and after two days", () =>
    rules.scenario(async (scenario) => {
      const id = await contested(scenario, "reviewer");
      await later(scenario, 30);
      const decision = decide(scenario, id, said);
      await expect(decision).rejects.toMatchObject({ message: "suggestion_another_reviewer" });
      const other = await suggest(scenario, {
        as: "stranger",
        target: fixture.approved,
        changes: { year: 1977 },
      });
      await decide(scenario, other.id, no, { by: "admin" });
      await contest(scenario, other.id, "stranger");
      await later(scenario, 2);
      expect(await shownTo(scenario, "admin", other.id)).toMatchObject({ is_mine: true });
    }));
});

it("an urgent removal gives a reviewer nothing to undo it by, an administrator does", () =>
  rules.scenario(async (scenario) => {
    for (const [removal, by, undoable] of [
      ["offensive", "reviewer", false],
      ["offensive", "admin", true],
      [null, "reviewer", true],
    ] as const) {
      await scenario.system("savepoint removal");
      const { id } = await suggest(scenario, { target: fixture.approved, changes: { removal } });
      const { batch_id } = await decide(scenario, id, yes, { by });
      expect(batch_id !== null, `${removal} by ${by}`).toBe(undoable);
      await scenario.system("rollback to savepoint removal");
    }
  }));

it("accepted jerseys count among a member's contributions", () =>
  rules.scenario(async (scenario) => {
    const { id } = await suggest(scenario, {
      as: "owner",
      target: fixture.team,
      type: "team",
      changes: { city: "Saint-Étienne" },
    });
    const { rows } = await scenario.system(
      "select count(*)::integer as approved from jerseys where author_id = $1 and status = 'approved' and is_active",
      [rules.ids.owner],
    );
    const row = (await queue(scenario)).find((one) => one.id === id);
    expect(row.accepted).toBe(rows[0].approved);
    expect(row.accepted).toBeGreaterThan(0);
  }));
