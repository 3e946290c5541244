import { expect, test } from "vitest";

import type { Color } from "../../../shared/domain/colors.ts";
import { agreement, alike, photosOfOneShirt } from "./look.ts";

const photo = (name: string, takenAt: number, ...colors: Color[]) => ({ name, takenAt, colors });
const names = (shirts: { name: string }[][]) =>
  shirts.map((shirt) => shirt.map(({ name }) => name).join(" "));

test("photos of one shirt were taken one after the other, and have its main colour", () => {
  const photos = [
    photo("front", 0, "blue", "red"),
    photo("label", 90_000, "blue"),
    photo("later", 400_000, "blue"),
    photo("white", 410_000, "white"),
    photo("back", 30_000, "blue", "white"),
  ];
  expect(names(photosOfOneShirt(photos))).toEqual(["front back label", "later", "white"]);
});

test("a shirt has no more photos than a copy takes, and none without a colour joins one", () => {
  const many = Array.from({ length: 8 }, (_, n) => photo(String(n), n * 1000, "red"));
  expect(names(photosOfOneShirt(many))).toEqual(["0 1 2 3 4 5", "6 7"]);
  expect(photosOfOneShirt([photo("a", 0), photo("b", 1)])).toHaveLength(2);
});

test("the main colour counts as much as the others together", () => {
  expect(agreement(["blue", "red"], ["blue", "red"])).toBe(1);
  expect(agreement(["blue", "red"], ["blue"])).toBe(0.75);
  expect(agreement(["blue", "red"], ["red", "blue"])).toBe(0.5);
  expect(agreement(["blue"], ["red"])).toBe(0);
  expect(agreement([], ["red"])).toBe(0);
});

test("what agrees is offered, the best first", () => {
  const shirts = [
    { id: "white", colors: ["white"] as Color[] },
    { id: "blue", colors: ["blue"] as Color[] },
    { id: "blue and red", colors: ["blue", "red"] as Color[] },
  ];
  expect(alike(["blue", "red"], shirts, 4).map(({ id }) => id)).toEqual(["blue and red", "blue"]);
  expect(alike(["blue", "red"], shirts, 1)).toHaveLength(1);
});
