import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { LICENCES } from "../../app/domain/rules/image-rules.ts";
import { MERGE } from "./support/merge.ts";
import { createRules, PERSONAS, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.owner, ["vert.webp", "blanc.webp", "dos.webp"]);
});
afterAll(() => rules.close());

const PLAIN = "insert into jersey_images (jersey_id, url, position) values ($1, $2, 1) returning *";
const STATED = `insert into jersey_images (jersey_id, url, position, licence, rights_stated)
  values ($1, $2, 1, $3, true) returning *`;
const RIGHTS = "select licence, rights_stated, contributor_id from jersey_images where url = $1";
const url = (name: string) => publicUrl(rules.ids.owner, `${name}.webp`);
const free = () => ({
  licence: "CC-BY-SA-4.0",
  rights_stated: true,
  contributor_id: rules.ids.owner,
});

const rights = async ({ system }: Scenario, name: string) =>
  (await system(RIGHTS, [url(name)])).rows;
/** Makes a photo of the world a freely licensed one. */
const freePhoto = ({ system }: Scenario, id = world.image) =>
  system(
    "update jersey_images set licence = 'CC-BY-SA-4.0', rights_stated = true, alt = 'x' where id = $1",
    [id],
  );

describe("a photo that is added", () => {
  it("promises nothing where its contributor states nothing", () =>
    rules.scenario(async ({ as }) => {
      const { rows } = await as("owner", PLAIN, [world.pending, url("dos")]);
      expect(rows).toMatchObject([
        { licence: "shown-here-only", rights_stated: false, contributor_id: rules.ids.owner },
      ]);
    }));

  it.each(LICENCES)("has the licence that its contributor chose: %s", (licence) =>
    rules.scenario(async ({ as }) => {
      const { rows } = await as("owner", STATED, [world.pending, url("dos"), licence]);
      expect(rows).toMatchObject([{ licence, rights_stated: true }]);
    }),
  );

  it.each([
    ["licence", "'MIT'", "true", "jersey_images_licence_known"],
    ["licence without a statement", "'CC-BY-SA-4.0'", "false", "jersey_images_licence_stated"],
  ])("has no other %s", (_, licence, stated, constraint) =>
    rules.scenario(async ({ as }) => {
      const add = `insert into jersey_images (jersey_id, url, licence, rights_stated)
        values ($1, $2, ${licence}, ${stated})`;
      await expect(as("owner", add, [world.pending, url("dos")])).rejects.toMatchObject({
        code: "23514",
        constraint,
      });
    }),
  );

  it("is credited to nobody by choice", async () => {
    const add = "insert into jersey_images (jersey_id, url, contributor_id) values ($1, $2, $3)";
    const values = [world.pending, url("dos"), rules.ids.stranger];
    const outcomes = await rules.everyone(add, values);
    expect(outcomes).toEqual(Object.fromEntries(PERSONAS.map((persona) => [persona, "42501"])));
  });
});

it("keeps its licence unless an administrator changes it", async () => {
  const change = "update jersey_images set licence = 'shown-here-only' where id = $1";
  expect(await rules.everyone(change, [world.image])).toEqual({
    visitor: "42501",
    owner: 0,
    stranger: 0,
    admin: 1,
  });
});

it("is read with the photo", async () => {
  const read = "select licence, contributor_id from jersey_images where id = $1";
  expect(await rules.everyone(read, [world.image])).toEqual({
    visitor: 1,
    owner: 1,
    stranger: 1,
    admin: 1,
  });
});

describe("the rights in a photo stay", () => {
  it("when its removal waits for review, and when it is added again", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await freePhoto(scenario);
      await as("owner", "delete from jersey_images where id = $1", [world.image]);
      expect(await rights(scenario, "vert")).toEqual([free()]);
      const again = STATED.replace("position, l", "alt, position, l").replace(
        "$2, 1",
        "$2, 'x', 1",
      );
      await as("owner", again, [world.approved, url("vert"), "CC-BY-SA-4.0"]);
      expect(await rights(scenario, "vert")).toEqual([free()]);
      expect((await system("select from jersey_edits")).rowCount).toBe(0);
    }));

  it("when an edit is accepted", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("owner", STATED, [world.approved, url("dos"), "CC-BY-SA-4.0"]);
      await as("admin", "select moderate_jersey($1, 'approved')", [world.approved]);
      expect(await rights(scenario, "dos")).toEqual([free()]);
    }));

  it("when a rejected jersey goes back to the version decided on", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await freePhoto(scenario, world.pendingImage);
      await as("admin", "select moderate_jersey($1, 'rejected', 'Flou')", [world.pending]);
      await as("owner", "delete from jersey_images where id = $1", [world.pendingImage]);
      expect(await rights(scenario, "blanc")).toEqual([]);
      await as("admin", "select revert_jersey($1)", [world.pending]);
      expect(await rights(scenario, "blanc")).toEqual([free()]);
    }));

  it("when its jersey is merged into another member's", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await system("update jerseys set author_id = $2 where id = $1", [
        world.pending,
        rules.ids.stranger,
      ]);
      await freePhoto(scenario);
      await system("update jerseys set status = 'approved' where id = $1", [world.pending]);
      await as("admin", MERGE, [world.approved, world.pending]);
      expect(await rights(scenario, "vert")).toEqual([free()]);
    }));

  it("when its contributor's account is deleted, without the name", () =>
    rules.scenario(async (scenario) => {
      await freePhoto(scenario);
      await scenario.system("delete from auth.users where id = $1", [rules.ids.owner]);
      expect(await rights(scenario, "vert")).toEqual([{ ...free(), contributor_id: null }]);
    }));
});

it("another licence of an approved photo is a change that waits for review", () =>
  rules.scenario(async (scenario) => {
    const { as } = scenario;
    await as("owner", "delete from jersey_images where id = $1", [world.image]);
    await as("owner", STATED, [world.approved, url("vert"), "CC-BY-SA-4.0"]);
    const seen = await as("visitor", RIGHTS, [url("vert")]);
    expect(seen.rows).toMatchObject([{ licence: "shown-here-only" }]);
    const { rows } = await as("admin", "select * from jersey_changes($1)", [world.approved]);
    expect(rows).toHaveLength(2);
  }));
