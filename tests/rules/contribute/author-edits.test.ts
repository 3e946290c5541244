import { beforeAll, describe, expect, it } from "vitest";

import { atOnce } from "../support/at-once.ts";
import { MERGE } from "../support/merge.ts";
import type { Persona, Scenario } from "../support/rules.ts";
import { inNewSession } from "../support/sessions.ts";
import {
  contest,
  decide,
  no,
  ownEdit,
  photosOf,
  queue,
  shown,
  suggest,
  noticesOf,
  valuesOf,
  yes,
} from "../support/suggestions.ts";
import { addFiles, setUpRules, publicUrl } from "../support/fixture.ts";

// What an author changes of an approved jersey by the specification's calls is their suggestion; the approved version stays public.

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);

beforeAll(async () => {
  await addFiles(rules, rules.ids.owner, FILES);
});

const TRAP = "https://piege.example/";
const EDIT = "update jerseys set title = 'Piège', external_link = $2 where id = $1 returning *";
const EDITION = "update jerseys set edition = $2 where id = $1 returning *";
const LINK = "update jerseys set external_link = $2 where id = $1";
const ADD = "insert into jersey_images (jersey_id, url, position) values ($1, $2, $3) returning *";
const REMOVE = "delete from jersey_images where id = $1 returning *";
const ORDER = "select order_images($1, $2)";
const TEXTS = "title, edition, description, external_link";

const APPROVED = { title: "Maillot vert", edition: null, description: null, external_link: null };
const EDITED = { ...APPROVED, title: "Piège", external_link: TRAP };

const FILES = ["vert", "blanc", "un", "deux", "dos", "secret", "a", "b", "c", "d", "e", "f"].map(
  (name) => `${name}.webp`,
);
const url = (name: string) => publicUrl(rules.ids.owner, `${name}.webp`);
const names = async (scenario: Scenario, persona: Persona | "system" = "visitor") =>
  (await photosOf(scenario, fixture.approved, persona)).map((photo) =>
    photo.url.replace(/^.*\/(.*).webp$/, "$1"),
  );
const texts = async ({ as }: Scenario, persona: Persona = "visitor") =>
  (await as(persona, `select ${TEXTS} from jerseys where id = $1`, [fixture.approved])).rows[0];
const add = async ({ as }: Scenario, name: string, position = 1): Promise<string> =>
  (await as("owner", ADD, [fixture.approved, url(name), position])).rows[0].id;
const edit = (scenario: Scenario) => ownEdit(scenario, fixture.approved);
const waits = async (scenario: Scenario) =>
  (await queue(scenario)).some((row) => row.target_id === fixture.approved);

/** Everything that an author can change: texts, two images more, one less, another order. */
async function edited(scenario: Scenario): Promise<string> {
  const { as } = scenario;
  await as("owner", EDIT, [fixture.approved, TRAP]);
  await as("owner", REMOVE, [fixture.image]);
  const first = await add(scenario, "un");
  const second = await add(scenario, "deux", 2);
  await as("owner", ORDER, [fixture.approved, [second, first]]);
  return (await edit(scenario)).id;
}

/** The parts of the edit, and under which key each waits. */
async function parts(scenario: Scenario, id: string): Promise<Record<string, string>> {
  const { pending } = await shown(scenario, id);
  const { rows } = await scenario.system("select 'photo:' || id as key, url from jersey_images");
  return Object.fromEntries(
    pending.map((key) => {
      const image = rows.find((row) => row.key === key);
      return [image ? image.url.replace(/^.*\/(.*).webp$/, "$1") : key, key];
    }),
  );
}

/** Refuses these parts and accepts the others. */
async function refuse(scenario: Scenario, id: string, refused: string[], note = "Publicité") {
  const verdicts = Object.entries(await parts(scenario, id)).map(([part, key]) => [
    key,
    refused.includes(part) ? { ...no, note } : yes,
  ]);
  return decide(scenario, id, Object.fromEntries(verdicts));
}

async function expectApproved(scenario: Scenario): Promise<void> {
  for (const persona of ["visitor", "stranger", "member"] as const) {
    expect(await texts(scenario, persona)).toEqual(APPROVED);
    expect(await names(scenario, persona)).toEqual(["vert"]);
  }
}

describe("an author's edit of an approved jersey", () => {
  it("is shown to nobody else", () =>
    rules.scenario(async (scenario) => {
      await edited(scenario);
      await expectApproved(scenario);
      const { system, as } = scenario;
      // Search, exports and everything else with rights of its own read the same row.
      expect(await valuesOf(scenario, fixture.approved, TEXTS)).toEqual(APPROVED);
      expect((await as("visitor", "select * from search_jerseys('piege')")).rows).toEqual([]);
      expect((await as("visitor", "select id from search_jerseys('vert')")).rowCount).toBe(1);
      for (const found of [
        "select from private.search_vocabulary where word = 'piege'",
        "select from jerseys where title = 'Piège' or edited_at is not null",
      ]) {
        expect((await system(found)).rowCount).toBe(0);
      }
      expect(await texts(scenario, "owner")).toEqual(APPROVED);
      for (const persona of ["owner", "reviewer"] as const) {
        expect(await names(scenario, persona)).toEqual(["vert", "un", "deux"]);
      }
    }));

  it("is answered with the approved version, and an added photo with its suggestion", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      for (const title of [`  ${TRAP} `, TRAP]) {
        const { rows } = await as("owner", EDIT, [fixture.approved, title]);
        expect(rows).toMatchObject([{ ...APPROVED, status: "approved" }]);
      }
      const { id } = await edit(scenario);
      const added = await as("owner", ADD, [fixture.approved, url("dos"), 1]);
      expect(added.rows).toMatchObject([{ url: url("dos"), position: 1, suggestion_id: id }]);
      for (const time of [1, 2]) {
        expect((await as("owner", REMOVE, [fixture.image])).rows, String(time)).toEqual([]);
      }
      expect(await edit(scenario)).toMatchObject({
        id,
        changes: { title: "Piège", external_link: TRAP, removed: [fixture.image] },
      });
    }));

  it.each([
    ["title = 'ab'", "jerseys_title_length"],
    ["external_link = 'javascript:alert(1)'", "jerseys_external_link_format"],
    ["description = repeat('x', 5001)", "jerseys_description_length"],
  ])("keeps the rules of every field: %s", (change, constraint) =>
    rules.scenario(async (scenario) => {
      await expect(
        scenario.as("owner", `update jerseys set ${change} where id = $1`, [fixture.approved]),
      ).rejects.toMatchObject({ code: "23514", constraint });
      expect(await edit(scenario)).toBeUndefined();
    }),
  );

  it("has five images at most, and so has the approved version", () =>
    rules.scenario(async (scenario) => {
      const { outcome } = scenario;
      for (const name of ["a", "b", "c", "d"]) await add(scenario, name);
      expect(await outcome("owner", ADD, [fixture.approved, url("e"), 1])).toBe("23514");
      await scenario.as("owner", REMOVE, [fixture.image]);
      expect(await outcome("owner", ADD, [fixture.approved, url("e"), 1])).toBe(1);
      expect(await outcome("owner", ADD, [fixture.approved, url("f"), 1])).toBe("23514");
      await decide(scenario, (await edit(scenario)).id, yes);
      expect(await names(scenario)).toHaveLength(5);
    }));

  it("is one, whatever it changes, and withdrawn when nothing is left of it", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("owner", EDIT, [fixture.approved, TRAP]);
      const { id, source, kind } = await edit(scenario);
      expect({ source, kind }).toEqual({ source: null, kind: "edit" });
      const image = await add(scenario, "dos");
      await as("owner", ORDER, [fixture.approved, [image, fixture.image]]);
      expect(await edit(scenario)).toMatchObject({ id });
      await as("owner", ORDER, [fixture.approved, [fixture.image, image]]);
      await as("owner", REMOVE, [image]);
      // Set to what is public, a text is no change.
      await as("owner", LINK, [fixture.approved, null]);
      await as("owner", "update jerseys set title = 'Maillot vert ' where id = $1", [
        fixture.approved,
      ]);
      const link = { external_link: null, title: "Maillot vert" };
      expect(await edit(scenario)).toMatchObject({
        id,
        changes: { title: "Piège", external_link: TRAP },
        was: link,
        words: { title: { before: "Maillot vert", after: "Piège" } },
      });
      await as("owner", "select withdraw_suggestion($1)", [id]);
      expect(await edit(scenario)).toBeUndefined();
      const only = await add(scenario, "dos");
      expect(await edit(scenario)).toMatchObject({ kind: "photos", changes: {} });
      await as("owner", REMOVE, [only]);
      expect(await edit(scenario)).toBeUndefined();
      expect(await waits(scenario)).toBe(false);
    }));

  it("takes what suggest() adds, which also replaces it, without a source for texts and photos", () =>
    rules.scenario(async (scenario) => {
      const first = await add(scenario, "dos");
      const { id } = await edit(scenario);
      const mine = { as: "owner", target: fixture.approved, source: "" } as const;
      await suggest(scenario, { ...mine, changes: { title: "Piège", removed: [fixture.image] } });
      expect((await photosOf(scenario, fixture.approved, "owner")).at(-1)).toMatchObject({
        id: first,
      });
      await suggest(scenario, { ...mine, id, changes: { removed: [fixture.image] } });
      expect(await edit(scenario)).toMatchObject({
        id,
        changes: { removed: [fixture.image] },
        source: null,
      });
      expect(await names(scenario, "owner")).toEqual(["vert"]);
      await expect(suggest(scenario, { ...mine, changes: { year: 1976 } })).rejects.toMatchObject({
        message: "suggestion_source",
      });
      await decide(scenario, id, yes);
      expect(await names(scenario)).toEqual([]);
    }));

  it("with a photo removed and added again under another licence shows that one", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("owner", REMOVE, [fixture.image]);
      await add(scenario, "vert", 0);
      await decide(scenario, (await edit(scenario)).id, yes);
      expect(await names(scenario)).toEqual(["vert"]);
    }));

  it("is withdrawn: the jersey is as approved, the files go", () =>
    rules.scenario(async (scenario) => {
      const id = await edited(scenario);
      await scenario.as("owner", "select withdraw_suggestion($1)", [id]);
      await expectApproved(scenario);
      expect(await names(scenario, "owner")).toEqual(["vert"]);
      expect(await waits(scenario)).toBe(false);
      const files = await scenario.system(
        "select name, held_for from storage_deletions order by name",
      );
      expect(files.rows).toEqual([
        { name: `${rules.ids.owner}/deux.webp`, held_for: null },
        { name: `${rules.ids.owner}/un.webp`, held_for: null },
      ]);
    }));

  it("of several jerseys at once is suggested where approved, direct elsewhere", () =>
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

  it("is direct for an administrator, and stays apart from theirs", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("owner", EDIT, [fixture.approved, TRAP]);
      await as("admin", EDITION, [fixture.approved, "Match"]);
      await as("admin", ADD, [fixture.approved, url("dos"), 1]);
      expect(await texts(scenario)).toEqual({ ...APPROVED, edition: "Match" });
      expect(await names(scenario)).toEqual(["vert", "dos"]);
      await decide(scenario, (await edit(scenario)).id, yes);
      expect(await texts(scenario)).toEqual({ ...EDITED, edition: "Match" });
      expect(await names(scenario)).toEqual(["vert", "dos"]);
    }));

  it("and a suggestion of facts are one, and one of somebody else's is decided apart", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("owner", EDIT, [fixture.approved, TRAP]);
      const { id } = await edit(scenario);
      const mine = { as: "owner", target: fixture.approved, changes: { price: 80 } } as const;
      expect(await suggest(scenario, mine)).toMatchObject({
        id,
        changes: { title: "Piège", external_link: TRAP, price: 80 },
      });
      const other = await suggest(scenario, {
        target: fixture.approved,
        changes: { year: 1976, title: "Le maillot vert" },
      });
      await decide(scenario, other.id, yes);
      expect(await edit(scenario)).toMatchObject({ status: "open" });
      expect(await valuesOf(scenario, fixture.approved, "title, year")).toEqual({
        title: "Le maillot vert",
        year: 1976,
      });
    }));

  it("stays apart from one that is contested", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("owner", EDITION, [fixture.approved, "Finale"]);
      const { id } = await edit(scenario);
      await decide(scenario, id, no);
      await contest(scenario, id, "owner");
      await as("owner", EDITION, [fixture.approved, "Coupe"]);
      await as("owner", "select withdraw_suggestion($1)", [id]);
      const { rows } = await scenario.system(
        "select changes, status from suggestions where target_id = $1 order by status = 'open'",
        [fixture.approved],
      );
      expect(rows).toEqual([
        { changes: { edition: "Finale" }, status: "refused" },
        { changes: { edition: "Coupe" }, status: "open" },
      ]);
    }));

  it("publishes no facts that the author suggested", () =>
    rules.scenario(async (scenario) => {
      const FACTS = "year, brand, colors, price";
      const before = await valuesOf(scenario, fixture.approved, FACTS);
      const changes = { year: 1976, brand: "Puma", colors: ["red"], price: 80 };
      await suggest(scenario, { as: "owner", target: fixture.approved, changes });
      const { rows } = await scenario.as("owner", EDITION, [fixture.approved, "Finale"]);
      expect(rows).toMatchObject([{ ...before, edition: null }]);
      expect(await valuesOf(scenario, fixture.approved, FACTS)).toEqual(before);
      expect(await edit(scenario)).toMatchObject({ changes: { ...changes, edition: "Finale" } });
    }));
});

describe("a reviewer", () => {
  it("compares both versions in the queue", () =>
    rules.scenario(async (scenario) => {
      const id = await edited(scenario);
      const [row] = (await queue(scenario)).filter((one) => one.id === id);
      expect(row).toMatchObject({
        kind: "edit",
        title: "Maillot vert",
        username: "owner",
        detail: {
          changes: { title: "Piège", external_link: TRAP },
          current: { title: "Maillot vert", external_link: null },
          conflicts: [],
          is_author: true,
          is_public: true,
          source: null,
        },
      });
      expect(Object.keys(await parts(scenario, id)).toSorted()).toEqual([
        "deux",
        "external_link",
        "photos",
        "title",
        "un",
        "vert",
      ]);
      expect(
        row.detail.photos.map((photo: { url: string; is_removal: boolean }) => [
          photo.url,
          photo.is_removal,
        ]),
      ).toEqual(
        expect.arrayContaining([
          [url("vert"), true],
          [url("un"), false],
          [url("deux"), false],
        ]),
      );
    }));

  it("accepts: the author's version is public, with its order", () =>
    rules.scenario(async (scenario) => {
      const id = await edited(scenario);
      const { as, system } = scenario;
      expect(await decide(scenario, id, yes)).toMatchObject({ status: "accepted" });
      expect(await texts(scenario)).toEqual(EDITED);
      expect(await names(scenario)).toEqual(["deux", "un"]);
      await scenario.derived();
      expect((await as("visitor", "select id from search_jerseys('piege')")).rowCount).toBe(1);
      // An undo brings the removed photo back.
      const held = await system(
        "select name, held_for, retry_at > now() + interval '89 days' as later from storage_deletions",
      );
      expect(held.rows).toEqual([
        { name: `${rules.ids.owner}/vert.webp`, held_for: fixture.approved, later: true },
      ]);
      expect(await noticesOf(scenario, rules.ids.owner)).toMatchObject([
        { outcome: "suggestion_accepted", title: "Piège" },
      ]);
      const history = await as("visitor", "select * from history('jersey', $1)", [
        fixture.approved,
      ]);
      expect(history.rows[0]).toMatchObject({ username: "owner", batch_size: 5 });
    }));

  it("refuses with a reason: the jersey stays approved, the author keeps it and is told", () =>
    rules.scenario(async (scenario) => {
      const id = await edited(scenario);
      await decide(scenario, id, { ...no, reason: "off_topic", note: "Publicité" });
      await expectApproved(scenario);
      expect(await names(scenario, "owner")).toEqual(["vert", "un", "deux"]);
      expect(await edit(scenario)).toMatchObject({
        status: "refused",
        changes: { title: "Piège" },
        verdicts: { title: { reason: "off_topic", note: "Publicité" } },
      });
      expect(await noticesOf(scenario, rules.ids.owner)).toMatchObject([
        { outcome: "suggestion_refused", title: "Maillot vert" },
      ]);
      await contest(scenario, id, "owner");
      await decide(scenario, id, yes, { by: "otherReviewer" });
      expect(await names(scenario)).toEqual(["deux", "un"]);
    }));

  it("accepts a part; its author keeps the other", () =>
    rules.scenario(async (scenario) => {
      const id = await edited(scenario);
      await refuse(scenario, id, ["external_link", "deux", "vert", "photos"]);
      expect(await texts(scenario)).toEqual({ ...APPROVED, title: "Piège" });
      expect(await names(scenario)).toEqual(["vert", "un"]);
      expect(await edit(scenario)).toMatchObject({ status: "partly" });
      expect(await names(scenario, "owner")).toEqual(["vert", "un", "deux"]);
      const [notice] = await noticesOf(scenario, rules.ids.owner);
      expect(notice).toMatchObject({ outcome: "suggestion_partly" });
      expect(notice.changes).toHaveLength(6);
      // The next change is another suggestion.
      await scenario.as("owner", EDITION, [fixture.approved, "Finale"]);
      const next = await edit(scenario);
      expect(next).toMatchObject({ status: "open", changes: { edition: "Finale" } });
      expect(next.id).not.toBe(id);
    }));

  it("refuses no removal for which there is no room: five of a member, twenty in all", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await as("owner", REMOVE, [fixture.image]);
      for (const name of ["a", "b", "c", "d", "e"]) await add(scenario, name);
      const { id } = await edit(scenario);
      const tooMany = { code: "PT409", message: "edit_part_too_many_images" };
      await expect(refuse(scenario, id, ["vert"])).rejects.toMatchObject(tooMany);
      await system("savepoint five");
      await refuse(scenario, id, ["vert", "e"]);
      expect(await names(scenario)).toHaveLength(5);
      await system("rollback to savepoint five");
      // Nineteen of others came meanwhile.
      await system("alter table jersey_images disable trigger user");
      await system(
        `insert into jersey_images (jersey_id, url)
         select $1, format('http://127.0.0.1:3000/storage/v1/object/public/jerseys/%s/n.webp', gen_random_uuid())
         from generate_series(1, 19)`,
        [fixture.approved],
      );
      await system("alter table jersey_images enable trigger user");
      await expect(refuse(scenario, id, ["vert", "b", "c", "d", "e"])).rejects.toMatchObject(
        tooMany,
      );
      await refuse(scenario, id, ["a", "b", "c", "d", "e"]);
    }));
});

describe("with an author's edit that waits,", () => {
  it("the author's pictures can't be replaced or deleted, and are not unused", () =>
    rules.scenario(async (scenario) => {
      const { outcome, system } = scenario;
      await system("set local storage.allow_delete_query = 'true'");
      await system("delete from storage.objects where name !~ '(un|deux|vert).webp'");
      await system(
        "update storage.objects set created_at = now() - interval '9 days', updated_at = now() - interval '9 days'",
      );
      const unused = async () => (await system("select queue_unused_files() as n")).rows[0].n;
      const id = await edited(scenario);
      expect(await unused()).toBe("0");
      for (const write of [
        "update storage.objects set metadata = '{}'",
        "delete from storage.objects",
      ]) {
        expect(await outcome("owner", `${write} where bucket_id = 'jerseys'`)).toBe(0);
      }
      await decide(scenario, id, no);
      expect(await unused()).toBe("0");
      await system("update suggestions set decided_at = now() - interval '31 days'");
      await system("select queue_unused_files()");
      expect(await names(scenario, "owner")).toEqual(["vert"]);
      expect((await system("select from storage_deletions")).rowCount).toBe(2);
    }));

  it("the log records the edit, and the jersey only when it is accepted", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const [{ last }] = (await system("select coalesce(max(id), 0) as last from audit_log")).rows;
      const log = async () =>
        (
          await system(
            "select actor_id = $1 as by_author, action, table_name, before, after from audit_log where id > $2",
            [rules.ids.owner, last],
          )
        ).rows;
      await as("owner", EDIT, [fixture.approved, TRAP]);
      await as("owner", REMOVE, [fixture.image]);
      const waiting = await log();
      expect(new Set(waiting.map((entry) => entry.table_name))).toEqual(new Set(["suggestions"]));
      expect(JSON.stringify(waiting)).toContain(TRAP);
      await decide(scenario, (await edit(scenario)).id, yes);
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

  it("a merge keeps that of the jersey that stays, with room for its images", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await system("update jerseys set status = 'approved' where id = $1", [fixture.pending]);
      for (const name of ["a", "b", "c", "d"]) await add(scenario, name);
      await as("owner", EDIT, [fixture.pending, TRAP]);
      await as("owner", ADD, [fixture.pending, url("secret"), 1]);
      await as("admin", MERGE, [fixture.pending, fixture.approved]);
      expect(await names(scenario)).toEqual(["vert"]);
      // That of the other one stays with it, for as long as the merge can be undone.
      expect(await ownEdit(scenario, fixture.pending)).toMatchObject({
        status: "open",
        held_at: expect.any(Date),
      });
      await decide(scenario, (await edit(scenario)).id, yes);
      expect(await names(scenario)).toHaveLength(5);
    }));

  it("a merge moves approved images, none that wait", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await system("update jerseys set status = 'approved' where id = $1", [fixture.pending]);
      const id = await edited(scenario);
      await as("admin", MERGE, [fixture.approved, fixture.pending]);
      expect((await photosOf(scenario, fixture.pending)).map((photo) => photo.url)).toEqual([
        url("blanc"),
        url("vert"),
      ]);
      await system("update gone_jerseys set undo_until = now()");
      await system("select sweep_gone_jerseys()");
      expect((await system("select status from suggestions where id = $1", [id])).rows).toEqual([
        { status: "outdated" },
      ]);
      expect(
        (await system("select from jersey_images where suggestion_id = $1", [id])).rowCount,
      ).toBe(0);
    }));

  it("a deleted account leaves the approved version, out of the queue, without files", () =>
    rules.scenario(async (scenario) => {
      await edited(scenario);
      await inNewSession(scenario, rules.ids.owner, "select delete_account()");
      await expectApproved(scenario);
      expect((await scenario.system("select from suggestions")).rowCount).toBe(0);
      const files = await scenario.system(
        "select name, held_for from storage_deletions where name ~ '/(un|deux)' order by 1",
      );
      expect(files.rows).toEqual([
        { name: `${rules.ids.owner}/deux.webp`, held_for: null },
        { name: `${rules.ids.owner}/un.webp`, held_for: null },
      ]);
    }));

  it("a deleted jersey leaves no file", () =>
    rules.scenario(async (scenario) => {
      const id = await edited(scenario);
      await scenario.as("owner", "delete from jerseys where id = $1", [fixture.approved]);
      const { rows } = await scenario.system(
        "select name, held_for from storage_deletions order by name",
      );
      expect(rows).toEqual(
        ["deux", "un", "vert"].map((name) => ({
          name: `${rules.ids.owner}/${name}.webp`,
          held_for: null,
        })),
      );
      const { rows: left } = await scenario.system("select id, status from suggestions");
      expect(left).toEqual([{ id, status: "outdated" }]);
    }));
});

describe("a jersey that is approved while its author changes it", () => {
  const APPROVE = "select from moderate_jersey($1, 'approved')";
  const { connect, begun, run, meanwhile } = atOnce(() => rules);

  it.each([
    ["a text", "update jerseys set title = 'Piège' where id = $1 and $2::text is not null", 1],
    ["an image", "insert into jersey_images (jersey_id, url) values ($1, $2)", 1],
    ["no image", "delete from jersey_images where jersey_id = $1 and $2::text is not null", 0],
  ])("does not get %s that nobody has seen", async (_, text, count) => {
    const approval = await begun("admin", APPROVE, [fixture.pending]);
    const late = () => run("owner", text, [fixture.pending, url("secret")]);
    expect((await meanwhile(approval, late)).rowCount).toBe(count);
    const version = `select title, array_agg(url) as urls from jerseys
      join jersey_images on jersey_id = jerseys.id and suggestion_id is null where jerseys.id = $1 group by 1`;
    expect((await rules.system(version, [fixture.pending])).rows).toEqual([
      { title: "Maillot blanc", urls: [url("blanc")] },
    ]);
    for (const table of ["suggestions", "notices", "storage_deletions", "revisions"]) {
      await rules.system(`delete from ${table}`);
    }
    await rules.system("update jerseys set status = 'pending' where id = $1", [fixture.pending]);
  });

  it("waits for its images before it is locked: neither can wait for the other", async () => {
    const [admin, author] = [await connect(), await connect()];
    await author.query("begin");
    // A deletion of images locks them first; a trigger then locks their jersey.
    await author.query("select from jersey_images where jersey_id = $1 for update", [
      fixture.pending,
    ]);
    const commit = async () => {
      await author.query("select from jerseys where id = $1 for update nowait", [fixture.pending]);
      await author.query("commit");
    };
    const late = () => begun("admin", APPROVE, [fixture.pending], admin);
    expect((await meanwhile({ commit }, late)).result.rowCount).toBe(1);
    await admin.query("rollback");
  });
});
