import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Persona, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;
let files: string[];

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "otherReviewer", "member"]);
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.stranger, ["a.webp", "b.webp", "c.webp", "d.webp"]);
  files = ["a", "b", "c", "d"].map((name) => publicUrl(rules.ids.stranger, `${name}.webp`));
});
afterAll(() => rules.close());

const SOURCE = "De face d'abord, comme partout.";
const UNDONE = "Ce n'était pas mieux.";

/** Ids of the jersey's photos, the author's first. */
let photos: string[];

async function addPhoto({ system }: Scenario, place: number): Promise<string> {
  const { rows } = await system(
    "insert into jersey_images (jersey_id, url, position) values ($1, $2, $3) returning id",
    [world.approved, files[place - 1], place],
  );
  return rows[0].id;
}

/** A jersey with the author's photo and two of somebody else. */
const withThree = (play: (scenario: Scenario) => Promise<void>) =>
  rules.scenario(async (scenario) => {
    photos = [world.image, await addPhoto(scenario, 1), await addPhoto(scenario, 2)];
    await scenario.system("delete from revisions");
    await play(scenario);
  });

const arrangement = async ({ as }: Scenario): Promise<string[]> =>
  (
    await as(
      "visitor",
      "select id, kind from jersey_images where jersey_id = $1 order by position, id",
      [world.approved],
    )
  ).rows.map(({ id, kind }) => `${photos.indexOf(id)}${kind ? ` ${kind}` : ""}`);

type Item = { id: string; kind?: string | null };

const inOrder = (...places: number[]): Item[] => places.map((place) => ({ id: photos[place]! }));

async function suggest(
  { as }: Scenario,
  wanted: unknown,
  persona: Persona = "member",
  more: object = {},
) {
  const changes = JSON.stringify({ photos: wanted, ...more });
  return (
    await as(persona, "select * from suggest('jersey', $1, $2, $3)", [
      world.approved,
      changes,
      SOURCE,
    ])
  ).rows[0];
}

async function decide(
  { as, system }: Scenario,
  id: string,
  verdicts: object,
  persona: Persona = "reviewer",
) {
  const { rows } = await system("select edited_at::text as seen from suggestions where id = $1", [
    id,
  ]);
  const values = [id, JSON.stringify(verdicts), rows[0].seen];
  return (await as(persona, "select * from decide_suggestion($1, $2, $3)", values)).rows[0];
}

const yes = { photos: { accepted: true } };

const history = async ({ as }: Scenario, persona: Persona = "visitor") =>
  (await as(persona, "select * from history('jersey', $1)", [world.approved])).rows;

describe("another order of a jersey's photos", () => {
  it("waits for a reviewer, then is public, with its history", () =>
    withThree(async (scenario) => {
      const { id, was, words } = await suggest(scenario, inOrder(2, 0, 1));
      expect(was.photos.map((item: Item) => photos.indexOf(item.id))).toEqual([0, 1, 2]);
      expect(words.photos.after[0]).toEqual({ url: files[1], kind: null });
      expect(await arrangement(scenario)).toEqual(["0", "1", "2"]);
      const { rows } = await scenario.as(
        "reviewer",
        "select pending, conflicts, current_words from suggestion_queue()",
      );
      expect(rows).toMatchObject([{ pending: ["photos"], conflicts: [] }]);
      expect(rows[0].current_words.photos).toHaveLength(3);
      expect(await decide(scenario, id, yes)).toMatchObject({ status: "accepted" });
      expect(await arrangement(scenario)).toEqual(["2", "0", "1"]);
      expect(await history(scenario)).toMatchObject([
        {
          kind: "suggestion",
          username: "member",
          reason: SOURCE,
          changes: { photos: words.photos },
        },
        { kind: "approved" },
      ]);
      const { rows: notices } = await scenario.as("member", "select changes from notices");
      expect(notices).toEqual([
        { changes: [expect.objectContaining({ field: "photos", before: null, accepted: true })] },
      ]);
    }));

  it("stays while the author's removal of photos waits, and is taken back", () =>
    withThree(async (scenario) => {
      const { as } = scenario;
      const { id } = await suggest(scenario, [
        { id: photos[1]!, kind: "back" },
        { id: photos[0]! },
        { id: photos[2]! },
      ]);
      await decide(scenario, id, yes);
      const before = await arrangement(scenario);
      expect(before).toEqual(["1 back", "0", "2"]);
      await as("owner", "delete from jersey_images where jersey_id = $1", [world.approved]);
      expect(await arrangement(scenario)).toEqual(before);
      const own = "select from jersey_images where jersey_id = $1";
      expect((await as("owner", own, [world.approved])).rowCount).toBe(0);
      await as("owner", "delete from jersey_edits where jersey_id = $1", [world.approved]);
      expect((await as("owner", own, [world.approved])).rowCount).toBe(3);
      expect(await arrangement(scenario)).toEqual(before);
      const [{ id: revision }] = await history(scenario);
      await as("reviewer", "select undo($1, reason => $2)", [revision, UNDONE]);
      expect(await arrangement(scenario)).toEqual(["0", "1", "2"]);
    }));

  it("is decided apart from facts", () =>
    withThree(async (scenario) => {
      const { id } = await suggest(scenario, inOrder(1, 0, 2), "member", { year: 1976 });
      await decide(scenario, id, {
        year: { accepted: true },
        photos: { accepted: false, reason: "wrong" },
      });
      expect(await arrangement(scenario)).toEqual(["0", "1", "2"]);
      expect((await history(scenario)).map(({ changes }) => Object.keys(changes))).toEqual([
        ["year"],
        [],
      ]);
    }));

  it("may be that of some of them: the others stay where they are", () =>
    withThree(async (scenario) => {
      const { id, changes } = await suggest(scenario, inOrder(2, 0));
      expect(changes.photos).toHaveLength(3);
      await decide(scenario, id, yes);
      expect(await arrangement(scenario)).toEqual(["2", "1", "0"]);
    }));

  it("leaves out photos that went, and leaves those that came in their place", () =>
    withThree(async (scenario) => {
      const { id } = await suggest(scenario, inOrder(2, 0, 1));
      photos.push(await addPhoto(scenario, 3));
      await scenario.as("admin", "delete from jersey_images where id = $1", [photos[0]]);
      const { rows } = await scenario.as("reviewer", "select conflicts from suggestion_queue()");
      expect(rows).toEqual([{ conflicts: [] }]);
      await decide(scenario, id, yes);
      expect(await arrangement(scenario)).toEqual(["2", "1", "3"]);
    }));

  it("is a conflict after somebody else's, and overwrites it only if told to", () =>
    withThree(async (scenario) => {
      const first = await suggest(scenario, inOrder(1, 0, 2));
      const second = await suggest(scenario, inOrder(2, 1, 0), "stranger");
      await decide(scenario, first.id, yes);
      const { rows } = await scenario.as("reviewer", "select conflicts from suggestion_queue()");
      expect(rows).toEqual([{ conflicts: ["photos"] }]);
      await scenario.system("savepoint before");
      const refusal = decide(scenario, second.id, yes);
      await expect(refusal).rejects.toMatchObject({ message: "suggestion_conflict" });
      const { detail } = (await refusal.catch((error: unknown) => error)) as { detail: string };
      expect(JSON.parse(detail).photos.current[0].url).toBe(files[0]);
      await scenario.system("rollback to savepoint before");
      await decide(scenario, second.id, { photos: { accepted: true, overwrite: true } });
      expect(await arrangement(scenario)).toEqual(["2", "1", "0"]);
    }));

  it("is no conflict where somebody else's is the same", () =>
    withThree(async (scenario) => {
      const { id } = await suggest(scenario, inOrder(1, 0, 2));
      await scenario.as("admin", "select order_images($1, $2)", [
        world.approved,
        [photos[1], photos[0], photos[2]],
      ]);
      expect(await decide(scenario, id, yes)).toMatchObject({ status: "accepted" });
    }));

  it("is undone, by itself and with its member's other changes, and brought back", () =>
    withThree(async (scenario) => {
      const { as } = scenario;
      const { id } = await suggest(scenario, inOrder(2, 0, 1));
      await decide(scenario, id, yes);
      const [{ id: revision }] = await history(scenario);
      await as("otherReviewer", "select undo($1, reason => $2)", [revision, UNDONE]);
      expect(await arrangement(scenario)).toEqual(["0", "1", "2"]);
      const [undoing, undone] = await history(scenario, "reviewer");
      expect(undoing).toMatchObject({ kind: "undo", undoes: revision, is_undoable: true });
      expect(undone).toMatchObject({ is_undoable: false });
      await as("otherReviewer", "select undo($1, reason => $2)", [undoing.id, UNDONE]);
      expect(await arrangement(scenario)).toEqual(["2", "0", "1"]);
    }));

  it("goes back with everything that its member changed", () =>
    withThree(async (scenario) => {
      const { as } = scenario;
      const { id } = await suggest(scenario, [{ id: photos[0], kind: "back" }, ...inOrder(2, 1)]);
      await decide(scenario, id, yes);
      expect(await arrangement(scenario)).toEqual(["0 back", "2", "1"]);
      const { rows } = await as("admin", "select undo(member => $1, dry_run => true) as it", [
        rules.ids.member,
      ]);
      expect(rows[0].it.revisions).toMatchObject([{ back: ["photos"] }]);
      await as("admin", "select undo(member => $1, reason => $2)", [rules.ids.member, UNDONE]);
      expect(await arrangement(scenario)).toEqual(["0", "1", "2"]);
    }));

  it("is outdated once the order was changed again", () =>
    withThree(async (scenario) => {
      const { id } = await suggest(scenario, inOrder(2, 0, 1));
      await decide(scenario, id, yes);
      const [{ id: revision }] = await history(scenario);
      await scenario.as("admin", "select order_images($1, $2)", [world.approved, photos]);
      expect(await history(scenario)).toMatchObject([{ kind: "correction" }, {}, {}]);
      const { rows } = await scenario.as("reviewer", "select undo($1, reason => $2) as it", [
        revision,
        UNDONE,
      ]);
      expect(rows[0].it).toMatchObject({
        undone: 0,
        revisions: [{ stays: { photos: "changed" } }],
      });
    }));

  it("is in the history too when it comes with an author's edit", () =>
    withThree(async (scenario) => {
      const { as } = scenario;
      await as("owner", "select order_images($1, $2)", [
        world.approved,
        [photos[1], photos[0], photos[2]],
      ]);
      expect(await arrangement(scenario)).toEqual(["0", "1", "2"]);
      const { rows } = await as(
        "admin",
        "select edited_at::text as seen from jerseys where id = $1",
        [world.approved],
      );
      expect(rows[0].seen).not.toBeNull();
      await as("admin", "select moderate_jersey(jersey_id => $1, decision => 'approved')", [
        world.approved,
      ]);
      expect(await arrangement(scenario)).toEqual(["1", "0", "2"]);
      expect((await history(scenario))[0]).toMatchObject({ kind: "edit", username: "owner" });
    }));

  it("is never public at once, however trusted its member is", () =>
    withThree(async (scenario) => {
      const { rows } = await scenario.system(
        "select private.is_small('jersey', array['photos'], '{}') as small",
      );
      expect(rows).toEqual([{ small: false }]);
    }));
});

describe("what a photo shows", () => {
  it("is suggested with the order, and taken from a suggested photo", () =>
    withThree(async (scenario) => {
      const { id } = await suggest(scenario, [
        { id: photos[0], kind: "front" },
        { id: photos[1], kind: "back" },
        { id: photos[2], kind: null },
      ]);
      await decide(scenario, id, yes);
      expect(await arrangement(scenario)).toEqual(["0 front", "1 back", "2"]);
      const { rows } = await scenario.as(
        "stranger",
        "select * from suggest('jersey', $1, '{}', $2, $3)",
        [
          world.approved,
          SOURCE,
          JSON.stringify([{ url: files[3], kind: "label", alt: "Étiquette" }]),
        ],
      );
      const { rows: added } = await scenario.system("select id from suggestion_photos");
      await decide(scenario, rows[0].id, { [`photo:${added[0].id}`]: { accepted: true } });
      expect((await arrangement(scenario)).at(-1)).toBe("-1 label");
    }));
});

describe("an arrangement is refused:", () => {
  it.each<[string, () => unknown, object]>([
    ["the present one", () => inOrder(0, 1, 2), { message: "suggestion_already_so" }],
    ["none", () => [], { message: "suggestion_already_so" }],
    [
      "photos of another jersey",
      () => [{ id: randomUUID() }],
      { message: "suggestion_already_so" },
    ],
    ["a photo twice", () => inOrder(1, 1), { message: "suggestion_field_unknown" }],
    ["an unknown kind", () => [{ id: photos[0], kind: "left" }], { code: "PT400" }],
    ["a kind that is no word", () => [{ id: photos[0], kind: ["back"] }], { code: "PT400" }],
    ["other fields", () => [{ id: photos[0], url: "/x" }], { code: "PT400" }],
    ["no ids", () => [{ kind: "back" }], { code: "PT400" }],
    ["ids that are none", () => [{ id: "7" }], { code: "PT400" }],
    ["no list", () => "front", { code: "PT400" }],
    ["no objects", () => [7, null], { code: "PT400" }],
    [
      "21 photos",
      () => Array.from({ length: 21 }, () => ({ id: randomUUID() })),
      { code: "PT400" },
    ],
  ])("%s", (_, wanted, problem) =>
    withThree(async (scenario) => {
      await expect(suggest(scenario, wanted())).rejects.toMatchObject(problem);
    }),
  );

  it("that of an open suggestion, but not another order", () =>
    withThree(async (scenario) => {
      await suggest(scenario, inOrder(1, 0, 2));
      await suggest(scenario, inOrder(2, 1, 0), "stranger");
      await scenario.system("savepoint before");
      await expect(suggest(scenario, inOrder(1, 0, 2), "stranger")).rejects.toMatchObject({
        message: "suggestion_duplicate",
      });
    }));

  it("by visitors and who is suspended; nobody writes order or kind past the functions", () =>
    withThree(async (scenario) => {
      const write = "update jersey_images set kind = 'back', position = 9 where id = $1";
      for (const persona of ["visitor", "member", "owner", "reviewer"] as const) {
        await scenario.system("savepoint one");
        expect(await scenario.outcome(persona, write, [photos[1]])).toBe("42501");
        await scenario.system("rollback to savepoint one");
        await expect(
          scenario.as(persona, "select private.arrange_photos($1, '[]')", [world.approved]),
        ).rejects.toMatchObject({ code: "42501" });
        await scenario.system("rollback to savepoint one");
      }
      await expect(suggest(scenario, inOrder(1, 0), "visitor")).rejects.toMatchObject({
        code: "42501",
      });
      await scenario.system("rollback to savepoint one");
      const { id } = await suggest(scenario, inOrder(1, 0), "otherReviewer");
      await scenario.system("savepoint two");
      await expect(decide(scenario, id, yes, "otherReviewer")).rejects.toMatchObject({
        message: "suggestion_own",
      });
      await scenario.system("rollback to savepoint two");
      await expect(decide(scenario, id, yes, "member")).rejects.toMatchObject({ code: "42501" });
      await scenario.system("rollback to savepoint two");
      await scenario.system("update auth.users set banned_until = 'infinity' where id = $1", [
        rules.ids.member,
      ]);
      await expect(suggest(scenario, inOrder(1, 0))).rejects.toMatchObject({
        message: "member_suspended",
      });
    }));
});
