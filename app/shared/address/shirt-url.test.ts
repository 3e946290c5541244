import { expect, test } from "vitest";

import { drawnShirt, type DrawnShirt, shirtUrl } from "./shirt-url.ts";

const queryOf = (address: string) => new URL(address, "http://site.test").searchParams;

test("puts everything that decides the drawing into the address", () => {
  const bulls: DrawnShirt = {
    league: "NBA",
    kitType: "away",
    seed: "chicago-bulls",
    year: 1996,
    colors: ["#ce1141", "#000000"],
  };
  const address = shirtUrl(bulls);
  expect(address).toBe(
    "/shirt.svg?league=NBA&kit=away&team=chicago-bulls&year=1996&colors=ce1141-000000",
  );
  expect(drawnShirt(queryOf(address))).toEqual(bulls);
});

test("includes the number in a back view", () => {
  const lost: DrawnShirt = {
    league: null,
    kitType: null,
    seed: "",
    year: null,
    colors: [],
    back: "404",
  };
  expect(shirtUrl(lost)).toBe("/shirt.svg?back=404");
  expect(drawnShirt(queryOf("/shirt.svg?back=404"))).toEqual(lost);
});

test.each(["10", ""])(
  "has the number in front if it is known, or that there is none: %j",
  (number) => {
    const own: DrawnShirt = {
      league: "NBA",
      kitType: null,
      seed: "",
      year: null,
      colors: [],
      number,
    };
    expect(shirtUrl(own)).toBe(`/shirt.svg?league=NBA&number=${number}`);
    expect(drawnShirt(queryOf(shirtUrl(own)))).toEqual(own);
  },
);

test("omits what is unknown", () => {
  const unknown = { league: null, kitType: null, seed: "", year: null, colors: null };
  expect(shirtUrl(unknown)).toBe("/shirt.svg");
  expect(drawnShirt(queryOf("/shirt.svg"))).toEqual({ ...unknown, colors: [] });
});
