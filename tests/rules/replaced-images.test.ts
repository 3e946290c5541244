import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;
let framed: string;

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
  framed = publicUrl(rules.ids.owner, "cadre.webp");
  await addFiles(rules, rules.ids.owner, ["cadre.webp"]);
  await rules.system(
    `update jersey_images set alt = 'De face', position = 3, likeness = repeat('01', 64)::bit(128),
       licence = 'CC-BY-SA-4.0', rights_stated = true`,
  );
  // The rest of the five.
  for (const position of [0, 1, 2, 4]) {
    await rules.system(
      `insert into jersey_images (jersey_id, url, position)
       select id, $2, $1 from jerseys where id in ($3, $4)`,
      [position, publicUrl(rules.ids.owner, `${position}.webp`), world.pending, world.approved],
    );
  }
});
afterAll(() => rules.close());

const REPLACE = "select replace_image($1, $2) as id";

const imagesOf = async ({ system }: Scenario, jersey: string) =>
  (
    await system(
      `select url, alt, position, licence, rights_stated as stated, likeness::text, edit_id is null as public
       from jersey_images where jersey_id = $1 and position = 3 order by public desc`,
      [jersey],
    )
  ).rows;

describe("an image is replaced", () => {
  it("by its author only, who is also that of the jersey", async () => {
    const expected = { visitor: "42501", owner: 1, stranger: "42501", admin: "42501" };
    expect(await rules.everyone(REPLACE, [world.pendingImage, framed])).toEqual(expected);
    expect(await rules.everyone(REPLACE, [world.image, framed])).toEqual(expected);
  });

  it("in its place, with everything that was stated about it", () =>
    rules.scenario(async (scenario) => {
      const [before] = await imagesOf(scenario, world.pending);
      await scenario.as("owner", REPLACE, [world.pendingImage, framed]);
      expect(await imagesOf(scenario, world.pending)).toEqual([{ ...before, url: framed }]);
    }));

  it("on an approved jersey, when an administrator accepts it", () =>
    rules.scenario(async (scenario) => {
      const [before] = await imagesOf(scenario, world.approved);
      await scenario.as("owner", REPLACE, [world.image, framed]);
      const staged = { ...before, url: framed, public: false };
      expect(await imagesOf(scenario, world.approved)).toEqual([before, staged]);
      const shown = "select from jersey_images where jersey_id = $1 and url = $2";
      expect(await scenario.outcome("visitor", shown, [world.approved, before.url])).toBe(1);
      expect(await scenario.outcome("visitor", shown, [world.approved, framed])).toBe(0);
      await scenario.as("admin", "select moderate_jersey($1, 'approved')", [world.approved]);
      expect(await imagesOf(scenario, world.approved)).toEqual([{ ...before, url: framed }]);
    }));

  it.each<[string, () => [string, string]]>([
    ["an image that is gone", () => [crypto.randomUUID(), framed]],
    ["a file of somebody else", () => [world.image, publicUrl(rules.ids.stranger, "x.webp")]],
    ["another address", () => [world.image, "https://example.org/x.webp"]],
  ])("not for %s: everything stays", (_, values) =>
    rules.scenario(async (scenario) => {
      const before = await imagesOf(scenario, world.approved);
      expect(await scenario.outcome("owner", REPLACE, values())).toMatch(/^(42501|23514)$/);
      expect(await imagesOf(scenario, world.approved)).toEqual(before);
    }),
  );

  it("not by an author whose jersey shows a photo of another member", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("update jersey_images set url = $1 where id = $2", [
        publicUrl(rules.ids.stranger, "fusion.webp"),
        world.image,
      ]);
      for (const persona of ["owner", "stranger", "admin"] as const) {
        expect(await scenario.outcome(persona, REPLACE, [world.image, framed])).toBe("42501");
      }
    }));
});
