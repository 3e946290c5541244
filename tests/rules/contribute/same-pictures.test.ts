import { beforeAll, describe, expect, it } from "vitest";

import type { Scenario } from "../support/rules.ts";
import { addFiles, setUpRules, publicUrl } from "../support/fixture.ts";

const { rules, fixture } = setUpRules([]);

beforeAll(async () => {
  await addFiles(rules, rules.ids.owner, ["x.webp"]);
});

const SAME = "select * from same_pictures($1)";
const LIGHT = "1100010010000101100010111001111101110000000000000010001001000010";
const COLORS = "0110".repeat(16);

/** The same likeness with some bits inverted. */
const turned = (bits: string, places: number[]) =>
  [...bits].map((bit, at) => (places.includes(at) ? (bit === "1" ? "0" : "1") : bit)).join("");
const first = (count: number) => Array.from({ length: count }, (_, place) => place);
/** Every ninth place: the most even distribution. */
const spread = (count: number) => first(count).map((place) => place * 9);

const show = ({ system }: Scenario, image: string, likeness: string | null) =>
  system("update jersey_images set likeness = $2::text::bit(128) where id = $1", [image, likeness]);

describe("same_pictures", () => {
  it("is for administrators", async () => {
    expect(await rules.everyone(SAME, [fixture.approved])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: 0,
    });
  });

  it.each([
    ["the same", LIGHT, COLORS, 0],
    ["seven places brighter or darker", turned(LIGHT, spread(7)), COLORS, 7],
    ["seven places beside each other", turned(LIGHT, first(7)), COLORS, 7],
    ["four tints off", LIGHT, turned(COLORS, spread(4)), 0],
  ])("finds a picture that is %s", (_, light, colors, distance) =>
    rules.scenario(async (scenario) => {
      await show(scenario, fixture.pendingImage, LIGHT + COLORS);
      await show(scenario, fixture.image, light + colors);
      const { rows } = await scenario.as("admin", SAME, [fixture.pending]);
      expect(rows).toEqual([{ other_id: fixture.approved, distance }]);
    }),
  );

  it.each([
    ["eight places brighter or darker", turned(LIGHT, first(8)) + COLORS],
    ["of other colours", LIGHT + turned(COLORS, spread(5))],
    ["not known", null],
  ])("finds no picture that is %s", (_, likeness) =>
    rules.scenario(async (scenario) => {
      await show(scenario, fixture.pendingImage, LIGHT + COLORS);
      await show(scenario, fixture.image, likeness);
      expect(await scenario.outcome("admin", SAME, [fixture.pending])).toBe(0);
    }),
  );

  it("returns each jersey once, without itself and rejected ones", () =>
    rules.scenario(async (scenario) => {
      await show(scenario, fixture.pendingImage, LIGHT + COLORS);
      await show(scenario, fixture.image, LIGHT + COLORS);
      for (const jersey of [fixture.pending, fixture.approved, fixture.rejected]) {
        await scenario.system(
          "insert into jersey_images (jersey_id, url, likeness) values ($1, $2, $3::text::bit(128))",
          [jersey, publicUrl(rules.ids.owner, "encore.webp"), turned(LIGHT, [1]) + COLORS],
        );
      }
      const { rows } = await scenario.as("admin", SAME, [fixture.pending]);
      expect(rows).toEqual([{ other_id: fixture.approved, distance: 0 }]);
    }));

  it("uses the index", () =>
    rules.scenario(async ({ system }) => {
      await system("set local enable_seqscan = off");
      const { rows } = await system(
        `explain select from jersey_images where likeness is not null
           and private.likeness_quarters(likeness) && private.likely_quarters($1::text::bit(128))`,
        [LIGHT + COLORS],
      );
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("jersey_images_alike");
    }));
});

describe("the likeness of an image", () => {
  const ADD =
    "insert into jersey_images (jersey_id, url, likeness) values ($1, $2, $3::text::bit(128))";
  const add = (persona: "owner" | "stranger", likeness: string) =>
    rules.scenario(({ outcome }) =>
      outcome(persona, ADD, [fixture.pending, publicUrl(rules.ids.owner, "x.webp"), likeness]),
    );

  it("is set by whoever adds the image", async () => {
    expect(await add("owner", LIGHT + COLORS)).toBe(1);
    expect(await add("stranger", LIGHT + COLORS)).toBe("42501");
  });

  it.each([
    ["all dark", "0".repeat(128)],
    ["all bright", "1".repeat(128)],
    ["hardly anything", `11111${"0".repeat(123)}`],
  ])("is refused without information: %s", async (_, likeness) => {
    expect(await add("owner", likeness)).toBe("23514");
  });

  it("can't be changed", () =>
    rules.scenario(async ({ outcome }) => {
      const change = "update jersey_images set likeness = null where id = $1";
      expect(await outcome("owner", change, [fixture.pendingImage])).toBe("42501");
    }));
});
