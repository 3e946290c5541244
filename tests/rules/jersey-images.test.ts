import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.owner, ["dos.webp", "vert.webp"]);
  await addFiles(rules, rules.ids.stranger, ["vert.webp"]);
});
afterAll(() => rules.close());

const ADD = "insert into jersey_images (jersey_id, url, alt, position) values ($1, $2, 'Dos', 1)";

describe("reading", () => {
  it("follows the jersey", async () => {
    const read = "select * from jersey_images where id = $1";
    expect(await rules.everyone(read, [world.image])).toEqual({
      visitor: 1,
      owner: 1,
      stranger: 1,
      admin: 1,
    });
    expect(await rules.everyone(read, [world.pendingImage])).toEqual({
      visitor: 0,
      owner: 1,
      stranger: 0,
      admin: 1,
    });
  });
});

describe("adding", () => {
  it("is for the jersey's author and administrators", async () => {
    const url = publicUrl(rules.ids.owner, "dos.webp");
    expect(await rules.everyone(ADD, [world.approved, url])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: "42501",
      admin: 1,
    });
  });

  it.each([
    ["another member's folder", () => publicUrl(rules.ids.stranger, "vert.webp")],
    ["another site", () => "https://example.test/vert.webp"],
    ["a way out of the folder", () => publicUrl(rules.ids.owner, "../x/vert.webp")],
  ])("refuses an author's file in %s", async (_, url) => {
    const outcomes = await rules.everyone(ADD, [world.approved, url()]);
    expect(outcomes.owner).toMatch(/42501|23514/);
  });

  it("stops at five, also for administrators", () =>
    rules.scenario(async ({ as }) => {
      const values = [world.approved, publicUrl(rules.ids.owner, "dos.webp")];
      for (let count = 2; count <= 5; count += 1) await as("owner", ADD, values);
      for (const persona of ["owner", "admin"] as const) {
        await expect(as(persona, ADD, values)).rejects.toMatchObject({
          code: "23514",
          message: "jersey_images_five_per_jersey",
        });
      }
    }));

  it("stops at five within one statement", async () => {
    const many = `insert into jersey_images (jersey_id, url)
      select $1, $2 from generate_series(1, 5)`;
    const values = [world.approved, publicUrl(rules.ids.owner, "dos.webp")];
    expect(await rules.scenario(({ outcome }) => outcome("owner", many, values))).toBe("23514");
  });
});

describe("changing and deleting", () => {
  it("changes are for administrators", async () => {
    const change = "update jersey_images set position = 3, alt = 'Face' where id = $1";
    expect(await rules.everyone(change, [world.image])).toEqual({
      visitor: "42501",
      owner: 0,
      stranger: 0,
      admin: 1,
    });
    const move = "update jersey_images set jersey_id = $2 where id = $1";
    expect(await rules.everyone(move, [world.image, world.pending])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });

  it("deletions are for the jersey's author and administrators", async () => {
    const outcomes = await rules.everyone("delete from jersey_images where id = $1", [world.image]);
    expect(outcomes).toEqual({ visitor: "42501", owner: 1, stranger: 0, admin: 1 });
  });

  it("a file is queued for deletion when no image shows it", () =>
    rules.scenario(async ({ as, system }) => {
      const queued = async () =>
        (await system("select name from storage_deletions")).rows.map(({ name }) => name);
      const url = publicUrl(rules.ids.owner, "vert.webp");
      // An approved jersey would keep its image until an administrator decides (staged-edits).
      await system("update jerseys set status = 'pending' where id = $1", [world.approved]);
      await as("owner", ADD, [world.pending, url]);
      await as("owner", "delete from jersey_images where id = $1", [world.image]);
      expect(await queued()).toEqual([]);
      await as("owner", "delete from jersey_images where url = $1", [url]);
      expect(await queued()).toEqual([`${rules.ids.owner}/vert.webp`]);
      await as("owner", ADD, [world.pending, url]);
      expect(await queued()).toEqual([]);
    }));

  it("nobody reads or fills the queue", async () => {
    const closed = { visitor: "42501", owner: "42501", stranger: "42501", admin: "42501" };
    expect(await rules.everyone("select * from storage_deletions")).toEqual(closed);
    const insert = "insert into storage_deletions (bucket_id, name) values ('jerseys', 'x')";
    expect(await rules.everyone(insert)).toEqual(closed);
  });
});
