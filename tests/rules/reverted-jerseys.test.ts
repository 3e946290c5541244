import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
  const names = ["publicite", "a", "b", "c", "d", "e"].map((name) => `${name}.webp`);
  await addFiles(rules, rules.ids.owner, names);
});
afterAll(() => rules.close());

const REVERT = "select * from revert_jersey($1)";
/** Edits of a rejected jersey are direct. */
const REJECT = "update jerseys set status = 'rejected' where id = $1";
const HELD = "select name, held_for, retry_at <= now() as due from storage_deletions";

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
      await system(REJECT, [world.approved]);
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
      await scenario.system(REJECT, [world.approved]);
      await remove("owner", () => world.image, scenario);
      expect((await scenario.system(HELD)).rows).toMatchObject([{ due: false }]);
      await scenario.as("admin", decide, [world.approved]);
      expect((await scenario.system(HELD)).rows).toMatchObject([released]);
    }),
  );

  it("is deleted at once before any decision; one that was public can come back", () =>
    rules.scenario(async (scenario) => {
      await remove("owner", () => world.pendingImage, scenario);
      await remove("admin", () => world.image, scenario);
      expect((await scenario.system(HELD)).rows).toMatchObject([
        released,
        { held_for: world.approved, due: false },
      ]);
    }));

  it("can't be replaced by its author meanwhile", () =>
    rules.scenario(async (scenario) => {
      const name = `${rules.ids.owner}/vert.webp`;
      await scenario.system(REJECT, [world.approved]);
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
