import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MERGE } from "./support/merge.ts";
import { createRules, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.owner, ["vert.webp", "blanc.webp", "flou.webp", "dos.webp"]);
});
afterAll(() => rules.close());

const APPROVE = "select moderate_jersey(jersey_id => $1, decision => 'approved', undoable => true)";
const UNDO = "select * from undo_decision($1)";
const ADD = "insert into jersey_images (id, jersey_id, url) values ($1, $2, $3)";

/** An approval of the owner's edit, which removes the image of the approved jersey. */
async function approveRemoval({ as }: Scenario): Promise<string> {
  await as("owner", "delete from jersey_images where id = $1", [world.image]);
  const { rows } = await as("owner", "select removed_images[1] as id from jersey_edits");
  await as("admin", APPROVE, [world.approved]);
  return rows[0].id;
}

describe("an undone approval", () => {
  it("doesn't reject a second time, nor tell so", () =>
    rules.scenario(async ({ as, system }) => {
      await as("owner", "update jerseys set title = 'Maillot net' where id = $1", [world.rejected]);
      await as("admin", APPROVE, [world.rejected]);
      await as("admin", UNDO, [world.rejected]);
      expect((await system("select outcome from notices")).rows).toEqual([]);
    }));

  it("brings back no file that its author has replaced or deleted meanwhile", () =>
    rules.scenario(async (scenario) => {
      await approveRemoval(scenario);
      const file = [`${rules.ids.owner}/vert.webp`];
      const replace = "update storage.objects set version = 'other' where name = $1";
      expect(await scenario.outcome("owner", replace, file)).toBe(0);
      // As the storage service does.
      const remove = "delete from storage.objects where name = $1";
      await scenario.system("select set_config('storage.allow_delete_query', 'true', true)");
      expect(await scenario.outcome("owner", remove, file)).toBe(0);
    }));

  it("brings back no held file that its author has replaced meanwhile", () =>
    rules.scenario(async ({ as, outcome }) => {
      const url = publicUrl(rules.ids.owner, "flou.webp");
      await as("owner", ADD, [randomUUID(), world.rejected, url]);
      await as("owner", "delete from jersey_images where jersey_id = $1", [world.rejected]);
      await as("admin", APPROVE, [world.rejected]);
      const replace = "update storage.objects set version = 'other' where name = $1";
      expect(await outcome("owner", replace, [`${rules.ids.owner}/flou.webp`])).toBe(0);
    }));

  it.each<[string, (scenario: Scenario, removed: string) => Promise<unknown>]>([
    [
      "the id of a removed image for another jersey",
      ({ as }, removed) =>
        as("owner", ADD, [removed, world.pending, publicUrl(rules.ids.owner, "dos.webp")]),
    ],
    [
      "a correction of an administrator",
      ({ as }) =>
        as("admin", "update jerseys set title = 'Corrigé' where id = $1", [world.approved]),
    ],
    [
      "an image of an administrator",
      ({ as }) =>
        as("admin", ADD, [randomUUID(), world.approved, publicUrl(rules.ids.owner, "dos.webp")]),
    ],
    [
      "the deactivation by an administrator",
      ({ as }) =>
        as("admin", "update jerseys set is_active = false where id = $1", [world.approved]),
    ],
    [
      "a merge",
      async ({ as, system }) => {
        await system("update jerseys set is_active = true where id = $1", [world.inactive]);
        await as("admin", MERGE, [world.inactive, world.approved]);
      },
    ],
    [
      "the deletion of the author's account",
      ({ system }) => system("delete from auth.users where id = $1", [rules.ids.owner]),
    ],
  ])("doesn't lose what followed: %s", (_, follow) =>
    rules.scenario(async (scenario) => {
      const removed = await approveRemoval(scenario);
      await follow(scenario, removed);
      await expect(scenario.as("admin", UNDO, [world.approved])).rejects.toMatchObject({
        code: "PT409",
        message: "undo_too_late",
      });
    }),
  );

  it("isn't disturbed by a vote, a comment, or another name for the team", () =>
    rules.scenario(async (scenario) => {
      const { as, system, outcome } = scenario;
      await approveRemoval(scenario);
      await as("stranger", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [
        world.approved,
      ]);
      await as("stranger", "insert into comments (jersey_id, body) values ($1, 'Beau')", [
        world.approved,
      ]);
      await system("update teams set name = 'ASSE' where id = $1", [world.team]);
      expect(await outcome("admin", UNDO, [world.approved])).toBe(1);
    }));
});

it.each([[{ title: { fr: "Maillot" } }], [{ brand: ["Nike"] }]])(
  "a correction is no structure: %j",
  (corrections) =>
    rules.scenario(async ({ outcome }) => {
      const text =
        "select moderate_jersey(jersey_id => $1, decision => 'approved', corrections => $2)";
      expect(await outcome("admin", text, [world.pending, corrections])).toBe("PT400");
    }),
);

it("an image that is framed anew keeps its place in an order that waits for review", () =>
  rules.scenario(async ({ as, system }) => {
    const second = randomUUID();
    await system(ADD, [second, world.approved, publicUrl(rules.ids.owner, "blanc.webp")]);
    await system("update jersey_images set position = 1 where id = $1", [second]);
    await as("owner", "select order_images($1, $2)", [world.approved, [second, world.image]]);
    const { rows } = await as("owner", "select replace_image($1, $2) as id", [
      second,
      publicUrl(rules.ids.owner, "dos.webp"),
    ]);
    await as("admin", APPROVE, [world.approved]);
    const shown = await system(
      "select id from jersey_images where jersey_id = $1 order by position, id",
      [world.approved],
    );
    expect(shown.rows.map(({ id }) => id)).toEqual([rows[0].id, world.image]);
  }));
