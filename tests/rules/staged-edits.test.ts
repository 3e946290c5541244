import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MERGE } from "./support/merge.ts";
import { createRules, identity, type Persona, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.owner, FILES);
});
afterAll(() => rules.close());

const TRAP = "https://piege.example/";
const EDIT = "update jerseys set title = 'Piège', external_link = $2 where id = $1 returning *";
const ADD = "insert into jersey_images (jersey_id, url, position) values ($1, $2, $3) returning *";
const REMOVE = "delete from jersey_images where id = $1 returning *";
const ORDER = "select order_images($1, $2)";
const DECIDE = "select * from moderate_jersey(jersey_id => $1, decision => $2, note => $3)";
const OVERRULE = DECIDE.replace("$3", "$3, overrule => true");
const CHANGES = "select * from jersey_changes($1)";
const EDITS = "select status, note, changes, removed_images, image_order from jersey_edits";
const IMAGES = "select url from jersey_images where jersey_id = $1 order by position, id";
const TEXTS = "select title, edition, description, external_link from jerseys where id = $1";

const APPROVED = { title: "Maillot vert", edition: null, description: null, external_link: null };

const FILES = ["vert", "blanc", "un", "deux", "dos", "secret", "a", "b", "c", "d", "e", "f"].map(
  (name) => `${name}.webp`,
);
const url = (name: string) => publicUrl(rules.ids.owner, `${name}.webp`);
const values = async (
  { as, system }: Scenario,
  persona: Persona | "system",
  text: string,
): Promise<unknown[]> => {
  const { rows } = await (persona === "system"
    ? system(text, [world.approved])
    : as(persona, text, [world.approved]));
  return text === IMAGES ? rows.map((row) => row.url) : rows;
};
const add = async ({ as }: Scenario, name: string, position = 1): Promise<string> =>
  (await as("owner", ADD, [world.approved, url(name), position])).rows[0].id;

/** Everything that an author can change: texts, one image more, one less, another order. */
async function edited(scenario: Scenario): Promise<void> {
  const { as } = scenario;
  await as("owner", EDIT, [world.approved, TRAP]);
  await as("owner", REMOVE, [world.image]);
  const first = await add(scenario, "un");
  const second = await add(scenario, "deux", 2);
  await as("owner", ORDER, [world.approved, [second, first]]);
}

async function expectApproved(scenario: Scenario): Promise<void> {
  for (const persona of ["visitor", "stranger"] as const) {
    expect(await values(scenario, persona, TEXTS)).toEqual([APPROVED]);
    expect(await values(scenario, persona, IMAGES)).toEqual([url("vert")]);
  }
}

describe("an author's edit of an approved jersey", () => {
  it("is shown to nobody else", () =>
    rules.scenario(async (scenario) => {
      await edited(scenario);
      await expectApproved(scenario);
      const { system, as } = scenario;
      // Search, exports and everything else with rights of its own read the same row.
      expect(await values(scenario, "system", TEXTS)).toEqual([APPROVED]);
      expect((await as("visitor", "select * from search_jerseys('piege')")).rows).toEqual([]);
      expect((await as("visitor", "select id from search_jerseys('vert')")).rowCount).toBe(1);
      expect(
        (await system("select * from private.search_vocabulary where word = 'piege'")).rows,
      ).toEqual([]);
      expect((await system("select search_text from jerseys where title = 'Piège'")).rows).toEqual(
        [],
      );
    }));

  it("is answered with what the author wrote, all of the edit", () =>
    rules.scenario(async ({ as }) => {
      const first = await as("owner", EDIT, [world.approved, `  ${TRAP} `]);
      expect(first.rows).toMatchObject([
        { title: "Piège", external_link: TRAP, edited_at: expect.any(Date) },
      ]);
      const second = await as(
        "owner",
        "update jerseys set edition = 'Finale' where id = $1 returning *",
        [world.approved],
      );
      expect(second.rows).toMatchObject([
        { title: "Piège", external_link: TRAP, edition: "Finale", status: "approved" },
      ]);
      const added = await as("owner", ADD, [world.approved, url("dos"), 1]);
      expect(added.rows).toMatchObject([{ url: url("dos"), position: 1 }]);
      const removed = await as("owner", REMOVE, [world.image]);
      expect(removed.rows).toMatchObject([{ id: world.image, url: url("vert") }]);
      expect((await as("owner", REMOVE, [world.image])).rows).toEqual([]);
    }));

  it("is read by its author and administrators", () =>
    rules.scenario(async (scenario) => {
      await edited(scenario);
      const { outcome } = scenario;
      expect(await outcome("visitor", EDITS)).toBe("42501");
      expect(await outcome("stranger", EDITS)).toBe(0);
      expect(await outcome("owner", EDITS)).toBe(1);
      expect(await outcome("admin", EDITS)).toBe(1);
      expect(await values(scenario, "owner", IMAGES)).toEqual(
        expect.arrayContaining([url("un"), url("deux")]),
      );
      expect(await values(scenario, "owner", IMAGES)).toHaveLength(2);
      expect(await values(scenario, "admin", IMAGES)).toHaveLength(3);
    }));

  it.each([
    "insert into jersey_edits (jersey_id, author_id, changes) values ($1, auth.uid(), '{}')",
    "update jersey_edits set changes = '{}' where jersey_id = $1",
    "update jersey_edits set status = 'open', note = null where jersey_id = $1",
    "insert into jersey_images (jersey_id, url, edit_id) select jersey_id, 'x', id from jersey_edits where jersey_id = $1",
    "update jersey_images set edit_id = null where jersey_id = $1",
  ])("is written through jerseys and images only: %s", (text) =>
    rules.scenario(async (scenario) => {
      await edited(scenario);
      for (const persona of ["visitor", "owner", "stranger", "admin"] as const) {
        expect(await scenario.outcome(persona, text, [world.approved]), persona).toBe("42501");
      }
    }),
  );

  it("keeps the rules of every field", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      for (const [change, constraint] of [
        ["title = 'ab'", "jerseys_title_length"],
        ["external_link = 'javascript:alert(1)'", "jerseys_external_link_format"],
        ["description = repeat('x', 5001)", "jerseys_description_length"],
      ]) {
        await expect(
          as("owner", `update jerseys set ${change} where id = $1`, [world.approved]),
        ).rejects.toMatchObject({ code: "23514", constraint });
      }
      expect((await as("owner", EDITS)).rows).toEqual([]);
    }));

  it("has five images at most, and so has the approved version", () =>
    rules.scenario(async (scenario) => {
      const { outcome } = scenario;
      for (const name of ["a", "b", "c", "d"]) await add(scenario, name);
      expect(await outcome("owner", ADD, [world.approved, url("e"), 1])).toBe("23514");
      await scenario.as("owner", REMOVE, [world.image]);
      expect(await outcome("owner", ADD, [world.approved, url("e"), 1])).toBe(1);
      expect(await outcome("owner", ADD, [world.approved, url("f"), 1])).toBe("23514");
      await scenario.as("admin", DECIDE, [world.approved, "approved", null]);
      expect(await values(scenario, "visitor", IMAGES)).toHaveLength(5);
    }));

  it("in which nothing is left is gone", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const queued = async () =>
        (await as("admin", "select id from jerseys where edited_at is not null")).rowCount;
      await as("owner", EDIT, [world.approved, TRAP]);
      const image = await add(scenario, "dos");
      await as("owner", ORDER, [world.approved, [image, world.image]]);
      expect(await queued()).toBe(1);
      await as("owner", ORDER, [world.approved, [world.image, image]]);
      await as("owner", REMOVE, [image]);
      await as("owner", "update jerseys set external_link = null where id = $1", [world.approved]);
      expect((await as("owner", EDITS)).rows).toMatchObject([{ changes: { title: "Piège" } }]);
      await as("owner", "update jerseys set title = 'Maillot vert ' where id = $1", [
        world.approved,
      ]);
      expect((await as("owner", EDITS)).rows).toEqual([]);
      expect(await queued()).toBe(0);
    }));

  it("can be taken back by its author alone", () =>
    rules.scenario(async (scenario) => {
      await edited(scenario);
      const { outcome, system } = scenario;
      const take = "delete from jersey_edits where jersey_id = $1";
      expect(await outcome("visitor", take, [world.approved])).toBe("42501");
      expect(await outcome("stranger", take, [world.approved])).toBe(0);
      expect(await outcome("admin", take, [world.approved])).toBe(0);
      expect(await outcome("owner", take, [world.approved])).toBe(1);
      await expectApproved(scenario);
      expect(await values(scenario, "owner", IMAGES)).toEqual([url("vert")]);
      const { rows } = await system("select edited_at from jerseys where id = $1", [
        world.approved,
      ]);
      expect(rows).toEqual([{ edited_at: null }]);
      const files = await system("select name, held_for from storage_deletions order by name");
      expect(files.rows).toEqual([
        { name: `${rules.ids.owner}/deux.webp`, held_for: null },
        { name: `${rules.ids.owner}/un.webp`, held_for: null },
      ]);
    }));

  it("of several jerseys at once is staged where approved, direct elsewhere", () =>
    rules.scenario(async ({ as, system }) => {
      await as("owner", "update jerseys set edition = 'Finale' where author_id = auth.uid()");
      const { rows } = await system("select title, edition from jerseys order by title");
      expect(rows).toEqual([
        { title: "Maillot blanc", edition: "Finale" },
        { title: "Maillot flou", edition: "Finale" },
        { title: "Maillot retiré", edition: null },
        { title: "Maillot vert", edition: null },
      ]);
    }));

  it("is direct for an administrator", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("admin", EDIT, [world.approved, "https://example.test/"]);
      await scenario.as("admin", ADD, [world.approved, url("dos"), 1]);
      expect(await values(scenario, "visitor", TEXTS)).toMatchObject([{ title: "Piège" }]);
      expect(await values(scenario, "visitor", IMAGES)).toHaveLength(2);
      expect((await scenario.as("admin", EDITS)).rows).toEqual([]);
    }));

  it("stays apart from what an administrator changes meanwhile", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("owner", EDIT, [world.approved, TRAP]);
      await as("admin", "update jerseys set edition = 'Match' where id = $1", [world.approved]);
      await as("admin", ADD, [world.approved, url("dos"), 1]);
      await as("admin", DECIDE, [world.approved, "approved", null]);
      expect(await values(scenario, "visitor", TEXTS)).toEqual([
        { ...APPROVED, title: "Piège", external_link: TRAP, edition: "Match" },
      ]);
      expect(await values(scenario, "visitor", IMAGES)).toEqual([url("vert"), url("dos")]);
    }));
});

describe("an administrator", () => {
  it("compares both versions", () =>
    rules.scenario(async (scenario) => {
      await edited(scenario);
      const { rows } = await scenario.as("admin", CHANGES, [world.approved]);
      expect(rows).toHaveLength(6);
      expect(rows).toEqual(
        expect.arrayContaining([
          { field: "title", before: "Maillot vert", after: "Piège" },
          { field: "external_link", before: null, after: TRAP },
          { field: "image", before: null, after: url("un") },
          { field: "image", before: null, after: url("deux") },
          { field: "image", before: url("vert"), after: null },
          { field: "order", before: url("vert"), after: `${url("deux")}\n${url("un")}` },
        ]),
      );
    }));

  it("accepts: the author's version is public, with its order", () =>
    rules.scenario(async (scenario) => {
      await edited(scenario);
      const { as, system } = scenario;
      const { rows } = await as("admin", DECIDE, [world.approved, "approved", null]);
      expect(rows).toMatchObject([
        { title: "Piège", status: "approved", edited_at: null, moderated_by: rules.ids.admin },
      ]);
      expect(await values(scenario, "visitor", TEXTS)).toEqual([
        { ...APPROVED, title: "Piège", external_link: TRAP },
      ]);
      expect(await values(scenario, "visitor", IMAGES)).toEqual([url("deux"), url("un")]);
      expect((await as("visitor", "select id from search_jerseys('piege')")).rowCount).toBe(1);
      expect((await as("admin", EDITS)).rows).toEqual([]);
      expect((await system("select name, held_for from storage_deletions")).rows).toEqual([
        // For an undo.
        { name: `${rules.ids.owner}/vert.webp`, held_for: world.approved },
      ]);
      expect((await system("select * from notices")).rows).toEqual([]);
    }));

  it("refuses with a reason: the jersey stays approved, the author is told", () =>
    rules.scenario(async (scenario) => {
      await edited(scenario);
      const { as, outcome, system } = scenario;
      expect(await outcome("admin", DECIDE, [world.approved, "rejected", " "])).toBe("PT400");
      const { rows } = await as("admin", DECIDE, [world.approved, "rejected", "Publicité"]);
      expect(rows).toMatchObject([{ status: "approved", moderation_note: null, edited_at: null }]);
      await expectApproved(scenario);
      expect((await as("owner", EDITS)).rows).toMatchObject([
        { status: "refused", note: "Publicité", changes: { title: "Piège" } },
      ]);
      const told = await system("select recipient_id, outcome, title, note from notices");
      expect(told.rows).toEqual([
        {
          recipient_id: rules.ids.owner,
          outcome: "reverted",
          title: "Maillot vert",
          note: "Publicité",
        },
      ]);
    }));

  describe("accepts a part", () => {
    const PART =
      "select * from moderate_jersey(jersey_id => $1, decision => 'approved', note => $2, undoable => true, refused => $3)";

    it("and refuses the other, which its author keeps and is told of", () =>
      rules.scenario(async (scenario) => {
        const refused = ["external_link", url("deux"), url("vert"), "order"];
        await edited(scenario);
        const { as, system } = scenario;
        await as("admin", PART, [world.approved, "Publicité", refused]);
        expect(await values(scenario, "visitor", TEXTS)).toEqual([{ ...APPROVED, title: "Piège" }]);
        expect(await values(scenario, "visitor", IMAGES)).toEqual([url("vert"), url("un")]);
        expect((await as("owner", EDITS)).rows).toMatchObject([
          {
            status: "refused",
            note: "Publicité",
            changes: { external_link: TRAP },
            removed_images: [expect.any(String)],
            image_order: expect.any(Array),
          },
        ]);
        expect(await values(scenario, "owner", IMAGES)).toEqual([url("un"), url("deux")]);
        const told = await system("select recipient_id, outcome, note from notices");
        expect(told.rows).toEqual([
          { recipient_id: rules.ids.owner, outcome: "partly_reverted", note: "Publicité" },
        ]);
        expect((await as("admin", CHANGES, [world.approved])).rows).toHaveLength(refused.length);
      }));

    it("and can undo that: the whole edit waits again, nobody is told", () =>
      rules.scenario(async (scenario) => {
        await edited(scenario);
        const { as, system } = scenario;
        const state = async () => [
          (await as("owner", EDITS)).rows,
          (await as("admin", `${CHANGES} order by field, before, after`, [world.approved])).rows,
          await values(scenario, "visitor", IMAGES),
          await values(scenario, "visitor", TEXTS),
        ];
        const before = await state();
        await as("admin", PART, [world.approved, "Publicité", [url("deux"), url("vert")]]);
        expect(await values(scenario, "visitor", IMAGES)).toEqual([url("un"), url("vert")]);
        await as("admin", "select undo_decision($1)", [world.approved]);
        expect(await state()).toEqual(before);
        expect((await system("select * from notices")).rows).toEqual([]);
      }));

    it("that is one, not all and nothing else, with a reason, of an open edit", () =>
      rules.scenario(async (scenario) => {
        const { as, outcome } = scenario;
        const part = (refused: string[], reason: string | null = "Non") =>
          outcome("admin", PART, [world.approved, reason, refused]);
        expect(await part(["title"])).toBe("PT409");
        await edited(scenario);
        const all = ["title", "external_link", url("un"), url("deux"), url("vert"), "order"];
        expect(await part(all)).toBe("PT400");
        expect(await part(["edition"])).toBe("PT400");
        expect(await part(["title", "author_id"])).toBe("PT400");
        expect(await part(["title"], " ")).toBe("PT400");
        expect(await outcome("owner", PART, [world.approved, "Non", ["title"]])).toBe("42501");
        expect(await outcome("stranger", PART, [world.approved, "Non", ["title"]])).toBe("42501");
        await expectApproved(scenario);
        expect((await as("owner", EDITS)).rows).toMatchObject([{ status: "open" }]);
      }));

    it("unless more than five images of the author would be public", () =>
      rules.scenario(async (scenario) => {
        const { as, outcome } = scenario;
        await as("owner", REMOVE, [world.image]);
        for (const name of ["a", "b", "c", "d", "e"]) await add(scenario, name);
        const refused = [world.approved, "Non", [url("vert")]];
        expect(await outcome("admin", PART, refused)).toBe("PT409");
        await as("admin", PART, [world.approved, "Non", [url("vert"), url("e")]]);
        expect(await values(scenario, "visitor", IMAGES)).toHaveLength(5);
      }));

    it("unless the jersey would show more than twenty images", () =>
      rules.scenario(async (scenario) => {
        const { as, system, outcome } = scenario;
        await as("owner", REMOVE, [world.image]);
        await add(scenario, "a");
        // Nineteen of others came meanwhile.
        await system("alter table jersey_images disable trigger user");
        await system(
          `insert into jersey_images (jersey_id, url)
           select $1, format('http://127.0.0.1:3000/storage/v1/object/public/jerseys/%s/n.webp', gen_random_uuid())
           from generate_series(1, 19)`,
          [world.approved],
        );
        await system("alter table jersey_images enable trigger user");
        expect(await outcome("admin", PART, [world.approved, "Non", [url("vert")]])).toBe("PT409");
        expect(await outcome("admin", PART, [world.approved, "Non", [url("a")]])).toBe(1);
      }));

    it("whose other part comes back when its author changes it", () =>
      rules.scenario(async (scenario) => {
        await edited(scenario);
        const { as } = scenario;
        await as("admin", PART, [world.approved, "Publicité", ["external_link"]]);
        await as("owner", "update jerseys set external_link = null where id = $1", [
          world.approved,
        ]);
        expect((await as("owner", EDITS)).rows).toEqual([]);
      }));
  });

  it("who comes second learns of the refusal", () =>
    rules.scenario(async (scenario) => {
      await edited(scenario);
      await scenario.as("admin", DECIDE, [world.approved, "rejected", "Publicité"]);
      await expect(
        scenario.as("admin", DECIDE, [world.approved, "approved", null]),
      ).rejects.toMatchObject({
        code: "PT409",
        message: "jersey_already_decided",
        detail: expect.stringMatching(
          /"status": "refused".*Publicité|Publicité.*"status": "refused"/,
        ),
      });
    }));

  it("sees a refused edit again when its author changes it", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("owner", EDIT, [world.approved, TRAP]);
      await as("admin", DECIDE, [world.approved, "rejected", "Publicité"]);
      await as("owner", "update jerseys set external_link = null where id = $1", [world.approved]);
      expect((await as("admin", CHANGES, [world.approved])).rows).toEqual([
        { field: "title", before: "Maillot vert", after: "Piège" },
      ]);
      await as("admin", DECIDE, [world.approved, "approved", null]);
      expect(await values(scenario, "visitor", TEXTS)).toEqual([{ ...APPROVED, title: "Piège" }]);
    }));

  it("rejects the jersey itself only by overruling; the edit goes", () =>
    rules.scenario(async (scenario) => {
      await edited(scenario);
      const { as } = scenario;
      const { rows } = await as("admin", OVERRULE, [world.approved, "rejected", "Faux"]);
      expect(rows).toMatchObject([{ status: "rejected", moderation_note: "Faux" }]);
      expect((await as("admin", EDITS)).rows).toEqual([]);
      expect(await values(scenario, "owner", IMAGES)).toEqual([url("vert")]);
    }));

  it("goes back without a reason", () =>
    rules.scenario(async (scenario) => {
      await edited(scenario);
      await scenario.as("admin", "select revert_jersey($1)", [world.approved]);
      await expectApproved(scenario);
      expect((await scenario.as("owner", EDITS)).rows).toEqual([]);
      expect((await scenario.system("select outcome, note from notices")).rows).toEqual([
        { outcome: "reverted", note: null },
      ]);
    }));
});

describe("with a staged edit,", () => {
  it("the author's pictures can't be replaced or deleted, and are not unused", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      await system("set local storage.allow_delete_query = 'true'");
      await system("delete from storage.objects where name !~ '(un|deux|vert).webp'");
      await system(
        "update storage.objects set created_at = now() - interval '9 days', updated_at = now() - interval '9 days'",
      );
      await edited(scenario);
      expect((await system("select queue_unused_files() as n")).rows).toEqual([{ n: "0" }]);
      for (const write of [
        "update storage.objects set metadata = '{}'",
        "delete from storage.objects",
      ]) {
        expect(await outcome("owner", `${write} where bucket_id = 'jerseys'`)).toBe(0);
      }
      await as("admin", DECIDE, [world.approved, "rejected", "Publicité"]);
      expect((await system("select queue_unused_files() as n")).rows).toEqual([{ n: "0" }]);
    }));

  it("the log records the edit, and the jersey only when it is accepted", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const log = async () =>
        (
          await system(
            `select actor_id = $1 as by_author, action, table_name, before, after from audit_log
             where id > $2 order by id`,
            [rules.ids.owner, last],
          )
        ).rows;
      const { rows } = await system("select coalesce(max(id), 0) as id from audit_log");
      const last = rows[0].id;
      await as("owner", EDIT, [world.approved, TRAP]);
      await as("owner", REMOVE, [world.image]);
      const staged = await log();
      expect(new Set(staged.map(({ table_name }) => table_name))).toEqual(
        new Set(["jersey_edits"]),
      );
      expect(JSON.stringify(staged)).toContain(TRAP);
      await as("admin", DECIDE, [world.approved, "approved", null]);
      expect(await log()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            by_author: false,
            table_name: "jerseys",
            before: expect.objectContaining({ title: "Maillot vert", external_link: null }),
            after: expect.objectContaining({ title: "Piège", external_link: TRAP }),
          }),
          expect.objectContaining({
            by_author: false,
            table_name: "jersey_images",
            action: "delete",
          }),
        ]),
      );
    }));

  it("a merge keeps the edit of the jersey that stays, with room for its images", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await system("update jerseys set status = 'approved' where id = $1", [world.pending]);
      for (const name of ["a", "b", "c", "d"]) await add(scenario, name);
      await as("owner", EDIT, [world.pending, TRAP]);
      await as("owner", ADD, [world.pending, url("secret"), 1]);
      await as("admin", MERGE, [world.pending, world.approved]);
      expect(await values(scenario, "visitor", IMAGES)).toEqual([url("vert")]);
      // That of the other one stays with it, for as long as the merge can be undone.
      expect((await as("owner", "select jersey_id from jersey_edits")).rows).toContainEqual({
        jersey_id: world.approved,
      });
      await as("admin", DECIDE, [world.approved, "approved", null]);
      expect(await values(scenario, "visitor", IMAGES)).toHaveLength(5);
    }));

  it("a merge moves approved images, no staged ones", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await system("update jerseys set status = 'approved' where id = $1", [world.pending]);
      await edited(scenario);
      await as("admin", MERGE, [world.approved, world.pending]);
      const { rows } = await as(
        "visitor",
        "select url from jersey_images where jersey_id = $1 order by position",
        [world.pending],
      );
      expect(rows).toEqual([{ url: url("blanc") }, { url: url("vert") }]);
      await system("update gone_jerseys set undo_until = now()");
      await system("select sweep_gone_jerseys()");
      expect((await system("select * from jersey_edits")).rows).toEqual([]);
    }));

  it("a deleted account leaves the approved version, out of the queue, without files", () =>
    rules.scenario(async (scenario) => {
      await edited(scenario);
      const { as, system } = scenario;
      await system("insert into auth.sessions (id, user_id) values ($1, $2)", [
        randomUUID(),
        rules.ids.owner,
      ]);
      await system("select set_config('request.jwt.claims', $1, true)", [
        JSON.stringify({ sub: rules.ids.owner, role: "authenticated" }),
      ]);
      await system("select private.delete_account()");
      await system("select set_config('request.jwt.claims', '', true)");
      await expectApproved(scenario);
      expect((await system("select * from jersey_edits")).rows).toEqual([]);
      const { rows } = await as("admin", "select author_id, edited_at from jerseys where id = $1", [
        world.approved,
      ]);
      expect(rows).toEqual([{ author_id: null, edited_at: null }]);
      expect(
        (
          await system(
            "select name, held_for from storage_deletions where name ~ 'un|deux' order by 1",
          )
        ).rows,
      ).toEqual([
        { name: `${rules.ids.owner}/deux.webp`, held_for: null },
        { name: `${rules.ids.owner}/un.webp`, held_for: null },
      ]);
    }));

  it("a deleted jersey leaves nothing", () =>
    rules.scenario(async (scenario) => {
      await edited(scenario);
      await scenario.as("owner", "delete from jerseys where id = $1", [world.approved]);
      const { rows } = await scenario.system(
        "select name, held_for from storage_deletions order by name",
      );
      expect(rows).toEqual(
        ["deux", "un", "vert"].map((name) => ({
          name: `${rules.ids.owner}/${name}.webp`,
          held_for: null,
        })),
      );
      expect((await scenario.system("select * from jersey_edits")).rows).toEqual([]);
    }));
});

async function connect(persona?: Persona): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: rules.url });
  await client.connect();
  const become =
    "select set_config('role', $1, false), set_config('request.jwt.claims', $2, false)";
  if (persona) await client.query(become, identity(persona, rules.ids));
  return client;
}

/** Waits until a connection waits for another one's lock. */
async function untilWaiting(pid: number): Promise<void> {
  const isWaiting = "select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'";
  await expect.poll(async () => (await rules.system(isWaiting, [pid])).rowCount).toBe(1);
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]!.pid;
}

describe("a jersey that is approved while its author changes it", () => {
  it.each([
    ["a text", "update jerseys set title = 'Piège' where id = $1 and $2::text is not null"],
    ["an image", "insert into jersey_images (jersey_id, url) values ($1, $2)"],
    ["no image", "delete from jersey_images where jersey_id = $1 and $2::text is not null"],
  ])("does not get %s that nobody has seen", async (_, text) => {
    const [admin, owner] = await Promise.all([connect("admin"), connect("owner")]);
    await admin.query("begin");
    await admin.query(DECIDE, [world.pending, "approved", null]);
    const pid = await pidOf(owner);
    const late = owner.query(text, [world.pending, url("secret")]);
    await untilWaiting(pid);
    await admin.query("commit");
    expect((await late).rowCount).toBe(1);
    const version = `select title, array_agg(url) as urls from jerseys
      join jersey_images on jersey_id = jerseys.id and edit_id is null where jerseys.id = $1 group by 1`;
    expect((await rules.system(version, [world.pending])).rows).toEqual([
      { title: "Maillot blanc", urls: [url("blanc")] },
    ]);
    await Promise.all([admin.end(), owner.end()]);
    for (const table of ["jersey_edits", "notices", "storage_deletions"]) {
      await rules.system(`delete from ${table}`);
    }
    await rules.system("update jerseys set status = 'pending' where id = $1", [world.pending]);
  });

  it("waits for its images before it is locked: neither can wait for the other", async () => {
    const [admin, author] = await Promise.all([connect("admin"), connect()]);
    await author.query("begin");
    // A deletion of images locks them first; a trigger then locks their jersey.
    await author.query("select from jersey_images where jersey_id = $1 for update", [
      world.pending,
    ]);
    const pid = await pidOf(admin);
    await admin.query("begin");
    const decision = admin.query(DECIDE, [world.pending, "approved", null]);
    await untilWaiting(pid);
    await author.query("select from jerseys where id = $1 for update nowait", [world.pending]);
    await author.query("commit");
    expect((await decision).rowCount).toBe(1);
    await admin.query("rollback");
    await Promise.all([admin.end(), author.end()]);
  });
});
