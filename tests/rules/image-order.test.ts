import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules, type Scenario } from "./support/rules.ts";
import { createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;
let second: string;

beforeAll(async () => {
  rules = await createRules();
  world = await createWorld(rules);
  const { rows } = await rules.system(
    "insert into jersey_images (jersey_id, url, position) values ($1, $2, 1) returning id",
    [world.approved, publicUrl(rules.ids.owner, "dos.webp")],
  );
  second = rows[0].id;
});
afterAll(() => rules.close());

const ORDER = "select order_images($1, $2)";

const order = async ({ system }: Scenario) =>
  (
    await system("select id from jersey_images where jersey_id = $1 order by position", [
      world.approved,
    ])
  ).rows.map(({ id }) => id);

describe("the order of images", () => {
  it("is for the author and administrators", async () => {
    expect(await rules.everyone(ORDER, [world.approved, [second, world.image]])).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: "42501",
      admin: 1,
    });
  });

  it("is stored as sent, and does not send a rejected jersey to review", () =>
    rules.scenario(async (scenario) => {
      await scenario.system("update jerseys set status = 'rejected' where id = $1", [
        world.approved,
      ]);
      await scenario.as("owner", ORDER, [world.approved, [second, world.image]]);
      expect(await order(scenario)).toEqual([second, world.image]);
      const { rows } = await scenario.system("select edited_at from jerseys where id = $1", [
        world.approved,
      ]);
      expect(rows).toEqual([{ edited_at: null }]);
    }));

  it("of an approved jersey waits for review, unless an administrator sets it", () =>
    rules.scenario(async (scenario) => {
      const edited = "select from jerseys where id = $1 and edited_at is not null";
      await scenario.as("owner", ORDER, [world.approved, [second, world.image]]);
      expect(await order(scenario)).toEqual([world.image, second]);
      expect(await scenario.outcome("admin", edited, [world.approved])).toBe(1);
      await scenario.as("owner", ORDER, [world.approved, [world.image, second]]);
      expect(await scenario.outcome("admin", edited, [world.approved])).toBe(0);
      await scenario.as("admin", ORDER, [world.approved, [second, world.image]]);
      expect(await order(scenario)).toEqual([second, world.image]);
    }));

  it.each<[string, () => string[]]>([
    ["one too few", () => [second]],
    ["one twice", () => [second, second, world.image]],
    ["another jersey's", () => [second, world.image, world.pendingImage]],
    ["none", () => []],
  ])("contains exactly the jersey's images: %s is refused", (_, images) =>
    rules.scenario(async (scenario) => {
      await expect(scenario.as("owner", ORDER, [world.approved, images()])).rejects.toMatchObject({
        code: "PT409",
        message: "image_order_stale",
      });
      expect(await order(scenario)).toEqual([world.image, second]);
    }),
  );
});
