import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { AGREE, proposeMerge } from "./support/merge.ts";
import { createRules, type Persona, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "otherReviewer", "member"]);
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.owner, ["vert.webp", "dos.webp"]);
});
afterAll(() => rules.close());

const EDIT = "update jerseys set title = 'Maillot vert 76', edition = 'Finale' where id = $1";
const APPROVE = "select moderate_jersey($1, 'approved')";
const UNDO = "select undo_revision($1, $2, 'Une erreur') as id";

const history = async ({ as }: Scenario, persona: Persona, id: string, type = "jersey") =>
  (await as(persona, "select * from history($1, $2)", [type, id])).rows;
const kinds = async (scenario: Scenario, id = world.approved, type = "jersey") =>
  (await history(scenario, "visitor", id, type)).map(({ kind }) => kind);
const newest = async ({ system }: Scenario) =>
  (await system("select max(id)::int as id from revisions")).rows[0].id;
/** The row of the approved jersey as far as it is public. */
const state = async ({ system }: Scenario) =>
  (
    await system(
      `select title, edition, description, external_link, league, competition_id, season_id, team_id,
         team, year, brand_id, brand, kit_type, colors, price from jerseys where id = $1`,
      [world.approved],
    )
  ).rows[0];

describe("the history of a jersey", () => {
  it("begins with its approval, also of before", () =>
    rules.scenario(async (scenario) => {
      expect(await history(scenario, "visitor", world.approved)).toMatchObject([
        { id: "0", kind: "approved", username: "owner", changes: {}, is_undoable: false },
      ]);
      await scenario.as("admin", APPROVE, [world.pending]);
      expect(await history(scenario, "visitor", world.pending)).toMatchObject([
        { kind: "approved", username: "owner", changes: {} },
      ]);
      expect((await history(scenario, "visitor", world.pending))[0].id).not.toBe("0");
    }));

  it("tells nothing of an edit that waits, and an accepted one in words", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("owner", EDIT, [world.approved]);
      expect(await kinds(scenario)).toEqual(["approved"]);
      await scenario.as("admin", APPROVE, [world.approved]);
      expect(await history(scenario, "visitor", world.approved)).toMatchObject([
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
        world.competition,
      ]);
      expect(await kinds(scenario)).toEqual(["approved"]);
    }));

  it("tells photos added and removed by an edit, one by one", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("owner", "insert into jersey_images (jersey_id, url, position) values ($1, $2, 1)", [
        world.approved,
        publicUrl(rules.ids.owner, "dos.webp"),
      ]);
      await as("owner", "delete from jersey_images where id = $1", [world.image]);
      expect(await kinds(scenario)).toEqual(["approved"]);
      await as("admin", APPROVE, [world.approved]);
      expect(await kinds(scenario)).toEqual(["photo", "photo", "approved"]);
      const [added, removed] = await history(scenario, "visitor", world.approved);
      expect([added.changes.image, removed.changes.image]).toEqual([
        { before: null, after: publicUrl(rules.ids.owner, "dos.webp") },
        { before: publicUrl(rules.ids.owner, "vert.webp"), after: null },
      ]);
      expect(added.username).toBe("owner");
    }));

  it("calls an administrator's change a correction of nobody", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("admin", "update jerseys set brand_id = $2, year = 1976 where id = $1", [
        world.approved,
        world.brand,
      ]);
      const [revision] = await history(scenario, "visitor", world.approved);
      expect(revision).toMatchObject({
        kind: "correction",
        username: null,
        changes: {
          brand: { before: null, after: "Le Coq Sportif" },
          year: { before: null, after: 1976 },
        },
      });
      expect(JSON.stringify(revision)).not.toContain(world.brand);
    }));

  it("leaves renaming and colours of a team to the team's", () =>
    rules.scenario(async (scenario) => {
      await scenario.as(
        "admin",
        "update teams set name = 'Les Verts', colors = '{#00ff00}' where id = $1",
        [world.team],
      );
      expect((await scenario.system("select from revisions")).rowCount).toBe(1);
      expect(await kinds(scenario)).toEqual(["approved"]);
      expect(await history(scenario, "visitor", world.team, "team")).toMatchObject([
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
        world.competition,
      ]);
      expect(await kinds(scenario, world.competition, "competition")).toEqual(["correction"]);
    }));

  it("leaves out votes, decisions and what isn't public", () =>
    rules.scenario(async (scenario) => {
      const before = await newest(scenario);
      await scenario.as(
        "stranger",
        "insert into jersey_votes (jersey_id, vote) values ($1, 'up')",
        [world.approved],
      );
      await scenario.as("owner", "update jerseys set title = 'Autre titre' where id = $1", [
        world.pending,
      ]);
      await scenario.as("admin", "update jerseys set is_active = false where id = $1", [
        world.approved,
      ]);
      expect(await newest(scenario)).toBe(before);
    }));

  it("is read by whoever reads its target, page by page", () =>
    rules.scenario(async (scenario) => {
      const { as, system, outcome } = scenario;
      for (const year of [1976, 1977, 1978]) {
        await as("admin", "update jerseys set year = $2 where id = $1", [world.approved, year]);
      }
      const page = "select id from history('jersey', $1, $2, 2)";
      const first = (await as("visitor", page, [world.approved, null])).rows;
      expect(first).toHaveLength(2);
      const second = (await as("visitor", page, [world.approved, first[1].id])).rows;
      expect(second).toEqual([{ id: expect.any(String) }, { id: "0" }]);
      const own = "select id from revisions where target_id = $1";
      expect(await outcome("visitor", own, [world.approved])).toBe(3);
      await system("update jerseys set is_active = false where id = $1", [world.approved]);
      for (const persona of ["visitor", "stranger"] as const) {
        expect(await outcome(persona, own, [world.approved])).toBe(0);
        expect(await history(scenario, persona, world.approved)).toEqual([]);
      }
      expect(await outcome("owner", own, [world.approved])).toBe(3);
      expect(await outcome("admin", own, [world.approved])).toBe(3);
    }));

  it("is written by nobody, and its ids are read by nobody", async () => {
    for (const statement of [
      "insert into revisions (target_type, target_id, kind) values ('jersey', $1, 'edit')",
      "update revisions set kind = 'edit' where target_id = $1",
      "delete from revisions where target_id = $1",
      "select stored from revisions where target_id = $1",
    ]) {
      const outcomes = await rules.everyone(statement, [world.approved]);
      expect(new Set(Object.values(outcomes))).toEqual(new Set(["42501"]));
    }
  });

  it("ends with the jersey, and a merge is told by the one that stays", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await as("admin", "update jerseys set year = 1976 where id = $1", [world.approved]);
      await as("admin", APPROVE, [world.pending]);
      await as("admin", AGREE, [await proposeMerge(system, world.pending, world.approved)]);
      expect((await history(scenario, "visitor", world.approved))[0]).toMatchObject({
        kind: "merge",
        // Urgent, as what is offensive is: its title isn't said.
        changes: { merged: { before: "…", after: null } },
      });
      await as("owner", "delete from jerseys where id = $1", [world.approved]);
      expect(
        (await system("select from revisions where target_id = $1", [world.approved])).rowCount,
      ).toBe(0);
    }));
});

describe("contributors", () => {
  it("are the author and those whose changes stand", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const read = async () =>
        (await as("visitor", "select * from contributors($1)", [world.approved])).rows;
      expect(await read()).toEqual([{ username: "owner", display_name: null, revisions: 1 }]);
      await as("owner", EDIT, [world.approved]);
      await as("admin", APPROVE, [world.approved]);
      expect(await read()).toMatchObject([{ username: "owner", revisions: 2 }]);
      await as("reviewer", UNDO, [await newest(scenario), null]);
      expect(await read()).toMatchObject([{ username: "owner", revisions: 1 }]);
      expect((await as("visitor", "select * from contributors($1)", [world.pending])).rows).toEqual(
        [],
      );
    }));
});

describe("undoing", () => {
  const accepted = async (scenario: Scenario): Promise<number> => {
    await scenario.as("owner", EDIT, [world.approved]);
    await scenario.as("admin", APPROVE, [world.approved]);
    return newest(scenario);
  };

  it("is for reviewers and administrators", () =>
    rules.scenario(async (scenario) => {
      const id = await accepted(scenario);
      for (const persona of ["visitor", "owner", "stranger", "member"] as const) {
        expect(await scenario.outcome(persona, UNDO, [id, null])).toBe("42501");
      }
      expect(await scenario.outcome("admin", UNDO, [id, null])).toBe(1);
    }));

  it("puts a version back, is in the history and tells whose change it was", () =>
    rules.scenario(async (scenario) => {
      const before = await state(scenario);
      const id = await accepted(scenario);
      const [row] = await history(scenario, "reviewer", world.approved);
      expect(row.is_undoable).toBe(true);
      const { rows } = await scenario.as("reviewer", UNDO, [id, null]);
      expect(await state(scenario)).toEqual(before);
      const [undoing, undone] = await history(scenario, "reviewer", world.approved);
      expect(undoing).toMatchObject({
        id: rows[0].id,
        kind: "undo",
        undoes: String(id),
        username: null,
        reason: "Une erreur",
        is_undoable: true,
      });
      expect(undone.is_undoable).toBe(false);
      const notices = await scenario.as(
        "owner",
        "select outcome, topic, note, changes from notices where outcome = 'undone'",
      );
      expect(notices.rows).toMatchObject([
        { topic: "suggestion", note: "Une erreur", changes: expect.any(Array) },
      ]);
      expect(notices.rows[0].changes).toContainEqual({
        field: "title",
        before: "Maillot vert 76",
        after: "Maillot vert",
      });
    }));

  it("undoes one field, and an undoing", () =>
    rules.scenario(async (scenario) => {
      const id = await accepted(scenario);
      await scenario.as("reviewer", UNDO, [id, ["edition"]]);
      expect(await state(scenario)).toMatchObject({ title: "Maillot vert 76", edition: null });
      await scenario.as("otherReviewer", UNDO, [await newest(scenario), null]);
      expect(await state(scenario)).toMatchObject({ title: "Maillot vert 76", edition: "Finale" });
    }));

  it.each(["visitor", "owner", "stranger", "reviewer", "admin"] as const)(
    "says to a %s what is undone, whole or in part, until it is brought back",
    (persona) =>
      rules.scenario(async (scenario) => {
        const id = await accepted(scenario);
        const undone = async (ids = [id]) =>
          (await scenario.as(persona, "select * from undone_revisions($1)", [ids])).rows;
        expect(await undone()).toEqual([]);
        await scenario.as("reviewer", UNDO, [id, ["edition"]]);
        expect(await undone([id, await newest(scenario), 0])).toEqual([
          { id: String(id), is_whole: false },
        ]);
        await scenario.as("reviewer", UNDO, [id, ["title"]]);
        expect(await undone()).toEqual([{ id: String(id), is_whole: true }]);
        await scenario.as("otherReviewer", UNDO, [await newest(scenario), null]);
        expect(await undone()).toEqual([{ id: String(id), is_whole: false }]);
        await scenario.system("update jerseys set is_active = false where id = $1", [
          world.approved,
        ]);
        const isReader = persona === "owner" || persona === "admin";
        expect(await undone(), "of a page that one reads").toHaveLength(isReader ? 1 : 0);
      }),
  );

  it("brings back references, and names where they are gone", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await system("update jerseys set brand_id = $2, kit_type = 'home' where id = $1", [
        world.approved,
        world.brand,
      ]);
      const before = await state(scenario);
      await as(
        "admin",
        "update jerseys set brand_id = null, brand = 'Adidas', kit_type = 'away', season_id = (select id from seasons where code = '1995-96') where id = $1",
        [world.approved],
      );
      const id = await newest(scenario);
      await system("savepoint undone");
      await as("reviewer", UNDO, [id, null]);
      expect(await state(scenario)).toEqual(before);
      await system("rollback to savepoint undone");
      await system("delete from brands where id = $1", [world.brand]);
      await as("reviewer", UNDO, [id, null]);
      expect(await state(scenario)).toEqual({ ...before, brand_id: null });
    }));

  it("leaves colours as they were, also where they are the default ones by chance", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      // Home colours on an away shirt: they stay when somebody says that it is a home shirt.
      await system("update jerseys set kit_type = 'home', colors = '{}' where id = $1", [
        world.approved,
      ]);
      const { colors } = (await state(scenario))!;
      await system("update jerseys set kit_type = 'away', colors = $2 where id = $1", [
        world.approved,
        colors,
      ]);
      const before = await state(scenario);
      await as("admin", "update jerseys set kit_type = 'home' where id = $1", [world.approved]);
      await as("admin", UNDO, [await newest(scenario), null]);
      expect(await state(scenario)).toEqual(before);
    }));

  it("takes out a photo, and brings it back", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const images = async () =>
        (
          await as(
            "visitor",
            "select id, url, position from jersey_images where jersey_id = $1 order by position",
            [world.approved],
          )
        ).rows;
      await as("owner", "insert into jersey_images (jersey_id, url, position) values ($1, $2, 1)", [
        world.approved,
        publicUrl(rules.ids.owner, "dos.webp"),
      ]);
      await as("admin", APPROVE, [world.approved]);
      const both = await images();
      await as("reviewer", UNDO, [await newest(scenario), null]);
      expect(await images()).toHaveLength(1);
      const held = await system(
        "select held_for, retry_at > now() + interval '29 days' as later from storage_deletions",
      );
      expect(held.rows).toEqual([{ held_for: world.approved, later: true }]);
      // Nor does a decision on something else end that.
      await as("owner", "update jerseys set edition = 'Coupe' where id = $1", [world.approved]);
      const undoing = await newest(scenario);
      await as("admin", APPROVE, [world.approved]);
      await as("otherReviewer", UNDO, [undoing, null]);
      expect(await images()).toEqual(both);
      expect((await system("select from storage_deletions")).rowCount).toBe(0);
    }));

  it("withholds a photo that it takes out until it comes back", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      const insert = "insert into jersey_images (jersey_id, url, position) values ($1, $2, 1)";
      const url = publicUrl(rules.ids.owner, "dos.webp");
      const withheld = async () =>
        (
          await system(
            "select split_part(name, '/', 2) as name from storage.objects where user_metadata ->> 'withheld' = 'true'",
          )
        ).rows.map(({ name }) => name);
      await as("owner", insert, [world.approved, url]);
      await as("admin", APPROVE, [world.approved]);
      for (let n = 0; n < 2; n++) {
        await as("reviewer", UNDO, [await newest(scenario), null]);
        expect(await withheld()).toEqual(["dos.webp"]);
        // Nobody could look at it.
        expect(await outcome("owner", insert, [world.pending, url])).toBe("23514");
        await as("otherReviewer", UNDO, [await newest(scenario), null]);
        expect(await withheld()).toEqual([]);
      }
    }));

  it("withholds no photo that another public jersey shows", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const url = publicUrl(rules.ids.owner, "dos.webp");
      for (const id of [world.approved, world.pending]) {
        await as(
          "owner",
          "insert into jersey_images (jersey_id, url, position) values ($1, $2, 1)",
          [id, url],
        );
        await as("admin", APPROVE, [id]);
      }
      const { rows } = await system("select max(id) as id from revisions where kind = 'photo'");
      await as("reviewer", UNDO, [rows[0].id, null]);
      expect(
        (await system("select from storage.objects where user_metadata ? 'withheld'")).rowCount,
      ).toBe(0);
    }));

  it("refuses a field that changed since, naming it", () =>
    rules.scenario(async (scenario) => {
      const id = await accepted(scenario);
      await scenario.as("admin", "update jerseys set title = 'Autre' where id = $1", [
        world.approved,
      ]);
      await expect(scenario.as("reviewer", UNDO, [id, null])).rejects.toMatchObject({
        code: "PT409",
        message: "revision_outdated",
        detail: '["title"]',
      });
      expect(await scenario.outcome("reviewer", UNDO, [id, ["edition"]])).toBe(1);
      expect(await scenario.outcome("reviewer", UNDO, [id, ["edition"]])).toBe("PT409");
    }));

  it.each([
    ["no reason", "select undo_revision($1, null, ' x ')", "PT400"],
    ["an unknown field", "select undo_revision($1, '{year}', 'Une erreur')", "PT400"],
    ["no field", "select undo_revision($1, '{}', 'Une erreur')", "PT400"],
    ["an unknown revision", "select undo_revision($1 + 1000, null, 'Une erreur')", "PT404"],
  ])("refuses %s", (_, statement, code) =>
    rules.scenario(async (scenario) => {
      const id = await accepted(scenario);
      expect(await scenario.outcome("reviewer", statement, [id])).toBe(code);
    }),
  );

  it("is no way around deciding on one's own", () =>
    rules.scenario(async (scenario) => {
      const { system, outcome } = scenario;
      const id = await accepted(scenario);
      // The author is a reviewer now.
      await system("insert into user_roles (user_id, role) values ($1, 'reviewer')", [
        rules.ids.owner,
      ]);
      await scenario.as("reviewer", UNDO, [id, null]);
      expect(await outcome("owner", UNDO, [await newest(scenario), null])).toBe("PT403");
      await scenario.as("admin", "update jerseys set year = 1976 where id = $1", [world.approved]);
      expect(await outcome("owner", UNDO, [await newest(scenario), null])).toBe("PT403");
    }));

  it("brings back no photo whose file was replaced while nothing showed it", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await as("owner", "delete from jersey_images where id = $1", [world.image]);
      await as("admin", APPROVE, [world.approved]);
      const removal = await newest(scenario);
      // Somebody shows it again.
      await system("insert into jersey_images (jersey_id, url) values ($1, $2)", [
        world.pending,
        publicUrl(rules.ids.owner, "vert.webp"),
      ]);
      expect((await history(scenario, "reviewer", world.approved))[0].is_undoable).toBe(true);
      // A replacement of the file bears its time, here that of the scenario: the removal was before.
      await system("update revisions set at = now() - interval '1 minute' where id = $1", [
        removal,
      ]);
      expect((await history(scenario, "reviewer", world.approved))[0].is_undoable).toBe(false);
      await expect(as("reviewer", UNDO, [removal, null])).rejects.toMatchObject({
        message: "revision_outdated",
      });
    }));

  it("brings back no change of one's own through others' undoings", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await as("admin", "update jerseys set year = 1976 where id = $1", [world.approved]);
      const own = await newest(scenario);
      await system("update revisions set contributor_id = $2 where id = $1", [
        own,
        rules.ids.reviewer,
      ]);
      for (let n = 0; n < 3; n++) {
        await as("otherReviewer", UNDO, [await newest(scenario), null]);
      }
      await expect(as("reviewer", UNDO, [await newest(scenario), null])).rejects.toMatchObject({
        message: "revision_own",
      });
      // What it takes back is no decision in one's own favour.
      await as("otherReviewer", UNDO, [await newest(scenario), null]);
      expect(await scenario.outcome("reviewer", UNDO, [await newest(scenario), null])).toBe(1);
    }));

  it("refuses fields without a name", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("admin", "update jerseys set year = 1976 where id = $1", [world.approved]);
      const id = await newest(scenario);
      for (const fields of [[null], ["year", null]]) {
        await expect(scenario.as("reviewer", UNDO, [id, fields])).rejects.toMatchObject({
          message: "revision_field_unknown",
        });
      }
    }));
});

describe("a member who leaves", () => {
  it("becomes a former member in the history", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("owner", EDIT, [world.approved]);
      await scenario.as("admin", APPROVE, [world.approved]);
      await scenario.system("delete from auth.users where id = $1", [rules.ids.owner]);
      expect(await history(scenario, "visitor", world.approved)).toMatchObject([
        { kind: "edit", username: null },
        { kind: "approved", username: null },
      ]);
    }));
});
