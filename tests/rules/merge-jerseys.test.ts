import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { AGREE, proposeMerge } from "./support/merge.ts";
import { createRules, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.owner, [
    "publicite.webp",
    "a.webp",
    "b.webp",
    "c.webp",
    "d.webp",
    "e.webp",
  ]);
});
afterAll(() => rules.close());

const MERGE = "select * from merge_jerseys(from_id => $1, into_id => $2)";
const REVERT = "select * from revert_jersey($1)";

/** Merges the pending jersey, which was public for a while, into the approved one. */
async function merged({ as, system }: Scenario): Promise<void> {
  await system("update jerseys set status = 'approved' where id = $1", [world.pending]);
  const both = [world.pending, world.approved];
  for (const table of ["user_collections", "user_wishlists"]) {
    for (const id of both)
      await as("stranger", `insert into ${table} (jersey_id) values ($1)`, [id]);
    await as("owner", `insert into ${table} (jersey_id) values ($1)`, [world.pending]);
  }
  const vote = "insert into jersey_votes (jersey_id, vote) values ($1, $2)";
  await as("stranger", vote, [world.approved, "down"]);
  await as("stranger", vote, [world.pending, "up"]);
  await as("owner", vote, [world.pending, "up"]);
  const report = "insert into reports (target_type, target_id) values ('jersey', $1)";
  for (const id of both) await as("stranger", report, [id]);
  await as("owner", report, [world.pending]);
  await as("stranger", "insert into comments (jersey_id, body) values ($1, 'Le même')", [
    world.pending,
  ]);
  // Public jerseys need two people: see proposals.test.ts.
  await system("update jerseys set status = 'pending' where id = $1", [world.pending]);
  await as("admin", MERGE, both);
}

async function count({ system }: Scenario, text: string): Promise<number> {
  return (await system(text)).rowCount ?? 0;
}

describe("merge_jerseys", () => {
  it("moves no image of a pending jersey that the administrator hasn't seen", () =>
    rules.scenario(async ({ as }) => {
      const seeing = "select merge_jerseys(from_id => $1, into_id => $2, seen => $3)";
      const versions = async () =>
        (
          await as("admin", "select version from jersey_images where jersey_id = $1", [
            world.pending,
          ])
        ).rows.map(({ version }) => version);
      const seen = await versions();
      const { rows } = await as(
        "owner",
        "delete from jersey_images where jersey_id = $1 returning *",
        [world.pending],
      );
      await as("owner", "insert into jersey_images (id, jersey_id, url) values ($1, $2, $3)", [
        rows[0].id,
        world.pending,
        publicUrl(rules.ids.owner, "publicite.webp"),
      ]);
      const both = [world.pending, world.approved];
      await expect(as("admin", seeing, [...both, seen])).rejects.toMatchObject({
        code: "PT409",
        message: "jersey_changed_meanwhile",
      });
      expect((await as("admin", seeing, [...both, await versions()])).rowCount).toBe(1);
    }));

  it("is for administrators", async () => {
    expect(await rules.everyone(MERGE, [world.pending, world.approved])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: 1,
    });
  });

  it("moves members' votes, comments and shelves without duplicates", () =>
    rules.scenario(async (scenario) => {
      await merged(scenario);
      expect(await count(scenario, "select from user_collections")).toBe(2);
      expect(await count(scenario, "select from user_wishlists")).toBe(2);
      expect(await count(scenario, "select from reports where status = 'open'")).toBe(2);
      expect(await count(scenario, "select from comments where body = 'Le même'")).toBe(1);
      const { rows } = await scenario.system("select voter_id, vote from jersey_votes");
      expect(new Map(rows.map((row) => [row.voter_id, row.vote]))).toEqual(
        new Map([
          [rules.ids.stranger, "down"],
          [rules.ids.owner, "up"],
        ]),
      );
    }));

  it("leaves exact counters", () =>
    rules.scenario(async (scenario) => {
      await merged(scenario);
      const { rows } = await scenario.system(
        "select upvotes, downvotes from jerseys where id = $1",
        [world.approved],
      );
      expect(rows).toEqual([{ upvotes: 1, downvotes: 1 }]);
      expect(await count(scenario, "select from recount_votes()")).toBe(0);
    }));

  it("appends the images as long as there is room", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const more = ["b", "c", "d"].map((name) => publicUrl(rules.ids.owner, `${name}.webp`));
      for (const url of more) {
        await system("insert into jersey_images (jersey_id, url, position) values ($1, $2, 3)", [
          world.approved,
          url,
        ]);
      }
      const late = publicUrl(rules.ids.owner, "late.webp");
      await system("insert into jersey_images (jersey_id, url, position) values ($1, $2, 9)", [
        world.pending,
        late,
      ]);
      await merged(scenario);
      const { rows } = await system(
        "select id, position from jersey_images where jersey_id = $1 order by position, id",
        [world.approved],
      );
      expect(rows).toHaveLength(5);
      expect(rows.at(-1)).toEqual({ id: world.pendingImage, position: 4 });
      // The file of the image without room is queued; the moved ones stay.
      const { rows: files } = await system("select name from storage_deletions");
      expect(files).toEqual([{ name: `${rules.ids.owner}/late.webp` }]);
    }));

  it("redirects the old address, also over two merges", () =>
    rules.scenario(async (scenario) => {
      await merged(scenario);
      const LEADS = "select from_id, into_id from jersey_redirects";
      expect(await scenario.outcome("visitor", LEADS)).toBe(1);
      await scenario.system(
        "update jerseys set status = 'approved', moderation_note = null where id = $1",
        [world.rejected],
      );
      await scenario.as("admin", AGREE, [
        await proposeMerge(scenario.system, world.approved, world.rejected),
      ]);
      const { rows } = await scenario.as("visitor", LEADS);
      expect(new Set(rows.map((row) => row.from_id))).toEqual(
        new Set([world.pending, world.approved]),
      );
      expect(new Set(rows.map((row) => row.into_id))).toEqual(new Set([world.rejected]));
    }));

  it.each([
    [
      "itself",
      () => [world.pending, world.pending],
      { code: "PT400", message: "merge_with_itself" },
    ],
    [
      "nothing",
      () => [world.pending, world.comment],
      { code: "PT404", message: "jersey_not_found" },
    ],
  ] as const)("refuses a jersey and %s", (_, both, error) =>
    rules.scenario(({ as }) => expect(as("admin", MERGE, both())).rejects.toMatchObject(error)),
  );
});

describe("jersey_redirects", () => {
  const HIDDEN = "insert into jersey_redirects values (gen_random_uuid(), $1)";

  it("to a jersey that isn't public are read by those who may read it", () =>
    rules.scenario(async ({ system, outcome }) => {
      await system(HIDDEN, [world.pending]);
      const read = "select * from jersey_redirects";
      expect(await outcome("visitor", read)).toBe(0);
      expect(await outcome("stranger", read)).toBe(0);
      expect(await outcome("owner", read)).toBe(1);
      expect(await outcome("admin", read)).toBe(1);
    }));

  it("can't be written by hand", async () => {
    expect(await rules.everyone(HIDDEN, [world.approved])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });
});

describe("revert_jersey", () => {
  it("is for administrators, on edited jerseys", async () => {
    expect(await rules.everyone(REVERT, [world.approved])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "PT409",
    });
  });

  it("restores a photo with what it shows", () =>
    rules.scenario(async ({ as, system }) => {
      await system("update jersey_images set kind = 'back' where id = $1", [world.pendingImage]);
      await as("admin", "select moderate_jersey($1, 'rejected', 'Flou')", [world.pending]);
      await as("owner", "delete from jersey_images where id = $1", [world.pendingImage]);
      await as("admin", REVERT, [world.pending]);
      const { rows } = await system("select kind from jersey_images where jersey_id = $1", [
        world.pending,
      ]);
      expect(rows).toEqual([{ kind: "back" }]);
    }));

  it("restores the version that was decided on", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      const added = publicUrl(rules.ids.owner, "publicite.webp");
      await as("owner", "update jerseys set title = 'Publicité', edition = 'x' where id = $1", [
        world.approved,
      ]);
      await as("owner", "insert into jersey_images (jersey_id, url) values ($1, $2)", [
        world.approved,
        added,
      ]);
      await as("admin", REVERT, [world.approved]);
      const { rows } = await system(
        "select title, edition, status, edited_at from jerseys where id = $1",
        [world.approved],
      );
      expect(rows).toEqual([
        { title: "Maillot vert", edition: null, status: "approved", edited_at: null },
      ]);
      expect(
        await outcome("visitor", "select * from jersey_images where jersey_id = $1", [
          world.approved,
        ]),
      ).toBe(1);
      expect(await outcome("admin", REVERT, [world.approved])).toBe("PT409");
    }));

  it("restores images that the author removed, whose files were held", () =>
    rules.scenario(async ({ as, system, outcome }) => {
      await rejected(system);
      await system("update jersey_images set alt = 'De face', position = 3 where id = $1", [
        world.image,
      ]);
      const before = await system("select * from jersey_images where id = $1", [world.image]);
      await as("owner", "delete from jersey_images where id = $1", [world.image]);
      expect(await outcome("visitor", "select from jersey_images")).toBe(0);
      expect((await system(HELD)).rows).toEqual([
        { name: `${rules.ids.owner}/vert.webp`, held_for: world.approved, due: false },
      ]);
      for (const name of ["a", "b", "c", "d", "e"]) {
        await as("owner", "insert into jersey_images (jersey_id, url) values ($1, $2)", [
          world.approved,
          publicUrl(rules.ids.owner, `${name}.webp`),
        ]);
      }
      await as("admin", REVERT, [world.approved]);
      const after = await system("select * from jersey_images where jersey_id = $1", [
        world.approved,
      ]);
      expect(after.rows).toEqual(before.rows);
      // Images that the author added are removed now.
      expect((await system(HELD)).rows).toHaveLength(5);
      expect((await system(`${HELD} where held_for is not null`)).rows).toEqual([]);
    }));
});

/** Rejects the approved jersey, long ago: edits of a rejected one are direct. */
const rejected = async (system: Scenario["system"]) => {
  await system("update jerseys set status = 'rejected' where id = $1", [world.approved]);
  await system("delete from private.once_public");
};

const HELD = "select name, held_for, retry_at <= now() as due from storage_deletions";

describe("the file of an image removed by its author", () => {
  const remove = (persona: "owner" | "admin", image: () => string, { as }: Scenario) =>
    as(persona, "delete from jersey_images where id = $1", [image()]);
  const released = { held_for: null, due: true };

  it.each([
    ["approved", "select moderate_jersey($1, 'approved')"],
    ["rejected", "select moderate_jersey($1, 'rejected', 'Sans photo')"],
    ["deleted", "delete from jerseys where id = $1"],
  ])("is deleted when the jersey is %s", (_, decide) =>
    rules.scenario(async (scenario) => {
      await rejected(scenario.system);
      await remove("owner", () => world.image, scenario);
      expect((await scenario.system(HELD)).rows).toMatchObject([{ due: false }]);
      await scenario.as("admin", decide, [world.approved]);
      expect((await scenario.system(HELD)).rows).toMatchObject([released]);
    }),
  );

  it("is deleted at once before any decision, or if an administrator removed it", () =>
    rules.scenario(async (scenario) => {
      await remove("owner", () => world.pendingImage, scenario);
      await remove("admin", () => world.image, scenario);
      expect((await scenario.system(HELD)).rows).toMatchObject([released, released]);
    }));

  it("can't be replaced by its author meanwhile", () =>
    rules.scenario(async (scenario) => {
      const name = `${rules.ids.owner}/vert.webp`;
      await rejected(scenario.system);
      await scenario.system(
        "insert into storage.objects (bucket_id, name) values ('jerseys', $1)",
        [name],
      );
      await remove("owner", () => world.image, scenario);
      const replace = "update storage.objects set metadata = '{}' where name = $1";
      expect(await scenario.outcome("owner", replace, [name])).toBe(0);
      await scenario.as("admin", "select moderate_jersey($1, 'approved')", [world.approved]);
      expect(await scenario.outcome("owner", replace, [name])).toBe(1);
    }));
});
