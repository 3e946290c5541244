import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";

import type { Scenario } from "../support/rules.ts";
import {
  decide as decideOf,
  passTime,
  photoOf,
  photosOf,
  queue,
  suggest as suggestOf,
  noticesOf,
  undoRevision,
  yes,
} from "../support/suggestions.ts";
import { addFiles, setUpRules, publicUrl } from "../support/fixture.ts";

// The order of a jersey's photos, and what each shows: the field `photos` of suggestions.

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);
let files: string[];
/** Ids of the jersey's photos, the author's first. */
let photos: string[];

beforeAll(async () => {
  const names = ["a", "b", "c", "d"].map((name) => `${name}.webp`);
  await addFiles(rules, rules.ids.stranger, names);
  await addFiles(rules, rules.ids.member, ["m.webp"]);
  files = names.map((name) => publicUrl(rules.ids.stranger, name));
});

const ORDER = "select order_images($1, $2)";

async function addPhoto({ system }: Scenario, place: number): Promise<string> {
  const { rows } = await system(
    "insert into jersey_images (jersey_id, url, position) values ($1, $2, $3) returning id",
    [fixture.approved, files[place - 1], place],
  );
  return rows[0].id;
}

/** A jersey with the author's photo and two of somebody else. */
const withThree = (play: (scenario: Scenario) => Promise<void>) =>
  rules.scenario(async (scenario) => {
    photos = [fixture.image, await addPhoto(scenario, 1), await addPhoto(scenario, 2)];
    await play(scenario);
  });

const arrangement = async (scenario: Scenario) =>
  (await photosOf(scenario, fixture.approved))
    .map(({ id, kind }) => `${photos.indexOf(id)}${kind ? ` ${kind}` : ""}`)
    .join(", ");

type Item = { id: string; kind?: string | null };
const inOrder = (...places: number[]): Item[] => places.map((place) => ({ id: photos[place]! }));

const suggest = (
  scenario: Scenario,
  wanted: unknown,
  as: "member" | "stranger" = "member",
  more = {},
) => suggestOf(scenario, { as, target: fixture.approved, changes: { photos: wanted, ...more } });
/** Decides, and lets the time pass in which an undo leaves no trace. */
async function decide(scenario: Scenario, id: string, verdicts: object = yes) {
  const done = await decideOf(scenario, id, verdicts);
  await passTime(scenario);
  return done;
}
const history = async ({ as }: Scenario) =>
  (await as("reviewer", "select * from history('jersey', $1)", [fixture.approved])).rows;

describe("another order of a jersey's photos", () => {
  it("waits for a reviewer, then is public, with its history", () =>
    withThree(async (scenario) => {
      const { id, kind, was, words } = await suggest(scenario, inOrder(2, 0, 1));
      expect(kind).toBe("edit");
      expect(was.photos.map((item: Item) => photos.indexOf(item.id))).toEqual([0, 1, 2]);
      expect(words.photos.after[0]).toEqual({ url: files[1], kind: null });
      expect(await arrangement(scenario)).toBe("0, 1, 2");
      const row = (await queue(scenario)).find((one) => one.id === id);
      expect(row.detail).toMatchObject({ pending: ["photos"], conflicts: [] });
      expect(row.detail.current_words.photos).toHaveLength(3);
      expect(await decide(scenario, id)).toMatchObject({ status: "accepted" });
      expect(await arrangement(scenario)).toBe("2, 0, 1");
      expect((await history(scenario))[0]).toMatchObject({
        kind: "suggestion",
        username: "member",
        changes: { photos: words.photos },
      });
      expect(await noticesOf(scenario, rules.ids.member)).toMatchObject([
        { changes: [{ field: "photos", before: null, accepted: true }] },
      ]);
    }));

  it.each<[string, (scenario: Scenario) => Promise<unknown>, () => Item[], string]>([
    ["of some of them: the others stay", async () => undefined, () => inOrder(2, 0), "2, 1, 0"],
    [
      "with photos that went and came",
      async (scenario) => {
        photos.push(await addPhoto(scenario, 3));
        await scenario.as("admin", "delete from jersey_images where id = $1", [photos[0]]);
      },
      () => inOrder(2, 0, 1),
      "2, 1, 3",
    ],
    [
      "that somebody else set already",
      ({ as }) => as("admin", ORDER, [fixture.approved, [photos[1], photos[0], photos[2]]]),
      () => inOrder(1, 0, 2),
      "1, 0, 2",
    ],
    [
      "with what they show",
      async () => undefined,
      () => [
        { id: photos[0]!, kind: "front" },
        { id: photos[1]!, kind: "back" },
        { id: photos[2]!, kind: null },
      ],
      "0 front, 1 back, 2",
    ],
  ])("is accepted %s", (_, meanwhile, wanted, expected) =>
    withThree(async (scenario) => {
      const { id } = await suggest(scenario, wanted());
      await meanwhile(scenario);
      await decide(scenario, id);
      expect(await arrangement(scenario)).toBe(expected);
    }),
  );

  it("is a conflict after somebody else's, and overwrites it only if told to", () =>
    withThree(async (scenario) => {
      const first = await suggest(scenario, inOrder(1, 0, 2));
      const second = await suggest(scenario, inOrder(2, 1, 0), "stranger");
      await decide(scenario, first.id);
      expect((await queue(scenario)).at(-1).detail.conflicts).toEqual(["photos"]);
      const error = await decide(scenario, second.id).catch((caught) => caught);
      expect(error).toMatchObject({ message: "suggestion_conflict" });
      expect(JSON.parse(error.detail).photos.current[0].url).toBe(files[0]);
      await decide(scenario, second.id, { ...yes, overwrite: true });
      expect(await arrangement(scenario)).toBe("2, 1, 0");
    }));

  it("is undone and brought back; outdated once it was changed again", () =>
    withThree(async (scenario) => {
      const { id } = await suggest(scenario, [{ id: photos[2], kind: "back" }, ...inOrder(0, 1)]);
      await decide(scenario, id);
      const [{ id: revision }] = await history(scenario);
      expect(await undoRevision(scenario, "otherReviewer", revision)).toMatchObject({ undone: 1 });
      expect(await arrangement(scenario)).toBe("0, 1, 2");
      const [undoing] = await history(scenario);
      expect(undoing).toMatchObject({ kind: "undo", undoes: revision, is_undoable: true });
      await undoRevision(scenario, "otherReviewer", undoing.id);
      expect(await arrangement(scenario)).toBe("2 back, 0, 1");
      await scenario.as("admin", ORDER, [fixture.approved, photos]);
      const [latest, again] = await history(scenario);
      expect(latest).toMatchObject({ kind: "correction" });
      expect(await undoRevision(scenario, "reviewer", again.id)).toMatchObject({
        undone: 0,
        revisions: [{ stays: { photos: "changed" } }],
      });
    }));

  it("stays while the author's removal of photos waits, and is withdrawn", () =>
    withThree(async (scenario) => {
      const { as, system } = scenario;
      const { id } = await suggest(scenario, [{ id: photos[1], kind: "back" }, ...inOrder(0, 2)]);
      await decide(scenario, id);
      await as("owner", "delete from jersey_images where jersey_id = $1", [fixture.approved]);
      expect(await arrangement(scenario)).toBe("1 back, 0, 2");
      expect(await photosOf(scenario, fixture.approved, "owner")).toHaveLength(3);
      const { rows } = await system("select id from suggestions where status = 'open'");
      await as("owner", "select withdraw_suggestion($1)", [rows[0].id]);
      expect(await photosOf(scenario, fixture.approved, "owner")).toHaveLength(3);
      expect(await arrangement(scenario)).toBe("1 back, 0, 2");
    }));

  it("is taken when somebody else suggests it, too; it isn't small", () =>
    withThree(async (scenario) => {
      await suggest(scenario, inOrder(1, 0, 2));
      expect((await suggest(scenario, inOrder(1, 0, 2), "stranger")).status).toBe("open");
      const { rows } = await scenario.system(
        "select private.is_small('jersey', array['photos'], '{}') as small",
      );
      expect(rows).toEqual([{ small: false }]);
    }));
});

describe("a photo that a member suggests to go", () => {
  it("stays until that is accepted; who contributed it is told why, and an undo brings it back", () =>
    withThree(async (scenario) => {
      await scenario.system("update jersey_images set contributor_id = $2 where id = $1", [
        photos[1],
        rules.ids.stranger,
      ]);
      const { id, status } = await suggestOf(scenario, {
        target: fixture.approved,
        changes: { removed: [photos[1]] },
        source: "Ce n’est pas ce maillot.",
      });
      expect(status).toBe("open");
      expect(await arrangement(scenario)).toBe("0, 1, 2");
      await decideOf(scenario, id, yes);
      expect(await arrangement(scenario)).toBe("0, 2");
      expect(await noticesOf(scenario, rules.ids.stranger)).toMatchObject([
        { outcome: "undone", note: "Ce n’est pas ce maillot.", jersey_id: fixture.approved },
      ]);
      const { rows } = await scenario.system("select max(id) as id from revisions");
      await undoRevision(scenario, "otherReviewer", rows[0].id);
      expect((await photosOf(scenario, fixture.approved)).map((photo) => photo.id)).toContain(
        photos[1],
      );
    }));

  it("is of a reviewer, who neither decides nor brings it back", () =>
    withThree(async (scenario) => {
      await scenario.system("update jersey_images set contributor_id = $2 where id = $1", [
        photos[1],
        rules.ids.reviewer,
      ]);
      const { id } = await suggestOf(scenario, {
        target: fixture.approved,
        changes: { removed: [photos[1]] },
      });
      const [row] = (await queue(scenario)).filter((one) => one.id === id);
      expect(row).toMatchObject({ is_mine: true });
      const no = { accepted: false, reason: "wrong" };
      await expect(decideOf(scenario, id, no)).rejects.toMatchObject({ message: "suggestion_own" });
      await decideOf(scenario, id, yes, { by: "otherReviewer" });
      const { rows } = await scenario.system("select max(id) as id from revisions");
      expect((await undoRevision(scenario, "reviewer", rows[0].id)).undone).toBe(0);
      expect((await undoRevision(scenario, "admin", rows[0].id)).undone).toBe(1);
    }));

  it("is told with its picture to each who suggested the same", () =>
    withThree(async (scenario) => {
      const given = { target: fixture.approved, changes: { removed: [photos[2]] } };
      const { id } = await suggestOf(scenario, given);
      await suggestOf(scenario, { ...given, as: "stranger" });
      await decideOf(scenario, id, yes);
      for (const member of [rules.ids.member, rules.ids.stranger]) {
        const told = await noticesOf(scenario, member);
        expect(told.find(({ outcome }) => outcome === "suggestion_accepted")).toMatchObject({
          changes: [{ field: "image", before: files[1], after: null }],
        });
      }
    }));

  it("gives no place to the same photo under another name", () =>
    withThree(async (scenario) => {
      const likeness = "01".repeat(64);
      await scenario.system(
        "update jersey_images set contributor_id = $2, likeness = $3::bit(128) where id = $1",
        [photos[1], rules.ids.stranger, likeness],
      );
      await expect(
        suggestOf(scenario, {
          target: fixture.approved,
          changes: { removed: [photos[1]] },
          photos: [{ ...photoOf(rules.ids.member, "m"), likeness }],
        }),
      ).rejects.toMatchObject({ message: "suggestion_duplicate" });
    }));

  it("is that member's own: nobody is told", () =>
    withThree(async (scenario) => {
      await scenario.system("update jersey_images set contributor_id = $2 where id = $1", [
        photos[1],
        rules.ids.member,
      ]);
      const { id } = await suggestOf(scenario, {
        target: fixture.approved,
        changes: { removed: [photos[1]] },
      });
      await decideOf(scenario, id, yes);
      expect(await noticesOf(scenario, rules.ids.member)).toMatchObject([
        { outcome: "suggestion_accepted" },
      ]);
      expect(await noticesOf(scenario, rules.ids.owner)).toEqual([]);
    }));
});

describe("an arrangement is refused:", () => {
  it.each<[string, () => unknown, string]>([
    ["the present one", () => inOrder(0, 1, 2), "suggestion_already_so"],
    ["none", () => [], "suggestion_already_so"],
    ["photos of another jersey", () => [{ id: randomUUID() }], "suggestion_already_so"],
    ["a photo twice", () => inOrder(1, 1), "suggestion_field_unknown"],
    ["an unknown kind", () => [{ id: photos[0], kind: "left" }], "suggestion_field_unknown"],
    [
      "a kind that is no word",
      () => [{ id: photos[0], kind: ["back"] }],
      "suggestion_field_unknown",
    ],
    ["other fields", () => [{ id: photos[0], url: "/x" }], "suggestion_field_unknown"],
    ["no ids", () => [{ kind: "back" }], "suggestion_field_unknown"],
    ["ids that are none", () => [{ id: "7" }], "suggestion_field_unknown"],
    ["no list", () => "front", "suggestion_field_unknown"],
    ["no objects", () => [7, null], "suggestion_field_unknown"],
    [
      "21 photos",
      () => Array.from({ length: 21 }, () => ({ id: randomUUID() })),
      "suggestion_field_unknown",
    ],
  ])("%s", (_, wanted, message) =>
    withThree((scenario) =>
      expect(suggest(scenario, wanted())).rejects.toMatchObject({ code: "PT400", message }),
    ),
  );

  it("past the functions", () =>
    withThree(async ({ outcome }) => {
      for (const persona of ["visitor", "member", "owner", "reviewer"] as const) {
        const write = "update jersey_images set kind = 'back', position = 9 where id = $1";
        expect(await outcome(persona, write, [photos[1]])).toBe("42501");
        const arrange = "select private.arrange_photos($1, '[]')";
        expect(await outcome(persona, arrange, [fixture.approved])).toBe("42501");
      }
    }));
});
