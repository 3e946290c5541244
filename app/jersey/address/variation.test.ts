import { expect, test } from "vitest";

import { variationOf, variationParams } from "./variation.ts";

const of = (teamSlug: string, kitType: string, year: string) =>
  variationOf({ teamSlug, kitType, year });

test("reads a kit with its year", () => {
  expect(of("malaga", "home", "1998")).toEqual({
    teamSlug: "malaga",
    kitType: "home",
    year: 1998,
  });
});

test("reads a kit type or a year that stands for any", () => {
  expect(of("malaga", "maillot", "annee-inconnue")).toEqual({ teamSlug: "malaga" });
});

test("reads names as people write them", () => {
  expect(of("Málaga CF", "Home", "1998")).toEqual({
    teamSlug: "malaga-cf",
    kitType: "home",
    year: 1998,
  });
});

test("reads a kit type that there isn't", () => {
  expect(of("malaga", "Fifth Kit", "1998")).toMatchObject({ kitType: "fifth-kit" });
});

test.each([
  ["malaga", "---", "1998"],
  ["malaga", "home", "98"],
  ["malaga", "home", "1998.5"],
  ["malaga", "home", "0x7c"],
  ["---", "home", "1998"],
])("refuses %s/%s/%s", (team, kit, year) => {
  expect(of(team, kit, year)).toBeUndefined();
});

test("writes the address again", () => {
  expect(variationParams({ teamSlug: "malaga" })).toEqual({
    teamSlug: "malaga",
    kitType: "maillot",
    year: "annee-inconnue",
  });
});
