import { beforeAll, describe, expect, it } from "vitest";

import { MERGE } from "../support/merge.ts";
import type { Persona, Scenario } from "../support/rules.ts";
import { addFiles, setUpRules, publicUrl } from "../support/fixture.ts";

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);

beforeAll(async () => {
  await addFiles(rules, rules.ids.owner, ["vert.webp", "dos.webp"]);
});

const EDIT = "update jerseys set title = 'Maillot vert 76', edition = 'Finale' where id = $1";
const APPROVE = "select moderate_jersey($1, 'approved')";

const history = async ({ as }: Scenario, persona: Persona, id: string, type = "jersey") =>
  (await as(persona, "select * from history($1, $2)", [type, id])).rows;
const kinds = async (scenario: Scenario, id = fixture.approved, type = "jersey") =>
  (await history(scenario, "visitor", id, type)).map(({ kind }) => kind);
const newest = async ({ system }: Scenario) =>
  (await system("select max(id)::int as id from revisions")).rows[0].id;
describe("the history of a jersey", () => {
  it("begins with its approval, also of before", () =>
    rules.scenario(async (scenario) => {
      expect(await history(scenario, "visitor", fixture.approved)).toMatchObject([
        { id: "0", kind: "approved", username: "owner", changes: {}, is_undoable: false },
      ]);
      await scenario.as("admin", APPROVE, [fixture.pending]);
      expect(await history(scenario, "visitor", fixture.pending)).toMatchObject([
        { kind: "approved", username: "owner", changes: {} },
      ]);
      expect((await history(scenario, "visitor", fixture.pending))[0].id).not.toBe("0");
    }));

  it("tells nothing of an edit that waits, and an accepted one in words", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("owner", EDIT, [fixture.approved]);
      expect(await kinds(scenario)).toEqual(["approved"]);
      await scenario.as("admin", APPROVE, [fixture.approved]);
      expect(await history(scenario, "visitor", fixture.approved)).toMatchObject([
        {
          kind: "edit",
          username: "owner",
          changes: {
            title: { before: "Maillot vert", after: "Maillot vert 76" },
            edition: { before: null, after: "Finale" },
          },
        },
        { kind: "approved" },
      ]);
    }));

  it("doesn't tell of a league that its competition takes along", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("update competitions set league = 'ESPORT' where id = $1", [
        fixture.competition,
      ]);
      expect(await kinds(scenario)).toEqual(["approved"]);
    }));

  it("tells photos added and removed by an edit, one by one", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("owner", "insert into jersey_images (jersey_id, url, position) values ($1, $2, 1)", [
        fixture.approved,
        publicUrl(rules.ids.owner, "dos.webp"),
      ]);
      await as("owner", "delete from jersey_images where id = $1", [fixture.image]);
      expect(await kinds(scenario)).toEqual(["approved"]);
      await as("admin", APPROVE, [fixture.approved]);
      expect(await kinds(scenario)).toEqual(["photo", "photo", "approved"]);
      const [added, removed] = await history(scenario, "visitor", fixture.approved);
      expect([added.changes.image, removed.changes.image]).toEqual([
        { before: null, after: publicUrl(rules.ids.owner, "dos.webp") },
        { before: publicUrl(rules.ids.owner, "vert.webp"), after: null },
      ]);
      expect(added.username).toBe("owner");
    }));

  it("calls an administrator's change a correction of nobody", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("admin", "update jerseys set brand_id = $2, year = 1976 where id = $1", [
        fixture.approved,
        fixture.brand,
      ]);
      const [revision] = await history(scenario, "visitor", fixture.approved);
      expect(revision).toMatchObject({
        kind: "correction",
        username: null,
        changes: {
          brand: { before: null, after: "Le Coq Sportif" },
          year: { before: null, after: 1976 },
        },
      });
      expect(JSON.stringify(revision)).not.toContain(fixture.brand);
    }));

  it("leaves renaming and colours of a team to the team's", () =>
    rules.scenario(async (scenario) => {
      await scenario.as(
        "admin",
        "update teams set name = 'Les Verts', colors = '{#00ff00}' where id = $1",
        [fixture.team],
      );
      expect((await scenario.system("select from revisions")).rowCount).toBe(1);
      expect(await kinds(scenario)).toEqual(["approved"]);
      expect(await history(scenario, "visitor", fixture.team, "team")).toMatchObject([
        {
          kind: "correction",
          changes: {
            name: { before: "AS Saint-Étienne", after: "Les Verts" },
            colors: { before: [], after: ["#00ff00"] },
          },
        },
      ]);
    }));

  it("of a competition tells its name", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("admin", "update competitions set name = 'Division 1' where id = $1", [
        fixture.competition,
      ]);
      expect(await kinds(scenario, fixture.competition, "competition")).toEqual(["correction"]);
    }));

  it("leaves out votes, decisions and what isn't public", () =>
    rules.scenario(async (scenario) => {
      const before = await newest(scenario);
      await scenario.as(
        "stranger",
        "insert into jersey_votes (jersey_id, vote) values ($1, 'up')",
        [fixture.approved],
      );
      await scenario.as("owner", "update jerseys set title = 'Autre titre' where id = $1", [
        fixture.pending,
      ]);
      await scenario.as("admin", "update jerseys set is_active = false where id = $1", [
        fixture.approved,
      ]);
      expect(await newest(scenario)).toBe(before);
    }));

  it("is read by whoever reads its target, page by page", () =>
    rules.scenario(async (scenario) => {
      const { as, system, outcome } = scenario;
      for (const year of [1976, 1977, 1978]) {
        await as("admin", "update jerseys set year = $2 where id = $1", [fixture.approved, year]);
      }
      const page = "select id from history('jersey', $1, $2, 2)";
      const first = (await as("visitor", page, [fixture.approved, null])).rows;
      expect(first).toHaveLength(2);
      const second = (await as("visitor", page, [fixture.approved, first[1].id])).rows;
      expect(second).toEqual([{ id: expect.any(String) }, { id: "0" }]);
      const own = "select id from revisions where target_id = $1";
      expect(await outcome("visitor", own, [fixture.approved])).toBe(3);
      await system("update jerseys set is_active = false where id = $1", [fixture.approved]);
      for (const persona of ["visitor", "stranger"] as const) {
        expect(await outcome(persona, own, [fixture.approved])).toBe(0);
        expect(await history(scenario, persona, fixture.approved)).toEqual([]);
      }
      expect(await outcome("owner", own, [fixture.approved])).toBe(3);
      expect(await outcome("admin", own, [fixture.approved])).toBe(3);
    }));

  it("is written by nobody, and its ids are read by nobody", async () => {
    for (const statement of [
      "insert into revisions (target_type, target_id, kind) values ('jersey', $1, 'edit')",
      "update revisions set kind = 'edit' where target_id = $1",
      "delete from revisions where target_id = $1",
      "select stored from revisions where target_id = $1",
    ]) {
      const outcomes = await rules.everyone(statement, [fixture.approved]);
      expect(new Set(Object.values(outcomes))).toEqual(new Set(["42501"]));
    }
  });

  it("of a jersey that was merged is told by the one that stays, and ends with that", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await as("admin", APPROVE, [fixture.pending]);
      await as("reviewer", MERGE, [fixture.pending, fixture.approved]);
      expect(await kinds(scenario)).toEqual(["merge", "approved"]);
      await as("owner", "delete from jerseys where id = $1", [fixture.approved]);
      const left = "select from revisions where target_id = $1";
      expect(await outcome("admin", left, [fixture.approved])).toBe(0);
    }));
});

describe("contributors", () => {
  it("are the author and those whose changes stand", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const read = async () =>
        (await as("visitor", "select * from contributors($1)", [fixture.approved])).rows;
      expect(await read()).toEqual([{ username: "owner", display_name: null, revisions: 1 }]);
      await as("owner", EDIT, [fixture.approved]);
      await as("admin", APPROVE, [fixture.approved]);
      expect(await read()).toMatchObject([{ username: "owner", revisions: 2 }]);
      await as("reviewer", "select undo($1, reason => 'Une erreur')", [await newest(scenario)]);
      expect(await read()).toMatchObject([{ username: "owner", revisions: 1 }]);
      expect(
        (await as("visitor", "select * from contributors($1)", [fixture.pending])).rows,
      ).toEqual([]);
    }));
});

describe("a member who leaves", () => {
  it("becomes a former member in the history", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("owner", EDIT, [fixture.approved]);
      await scenario.as("admin", APPROVE, [fixture.approved]);
      await scenario.system("delete from auth.users where id = $1", [rules.ids.owner]);
      expect(await history(scenario, "visitor", fixture.approved)).toMatchObject([
        { kind: "edit", username: null },
        { kind: "approved", username: null },
      ]);
    }));
});
