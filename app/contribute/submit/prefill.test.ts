import { expect, test } from "vitest";

import { prefillOf } from "./prefill.ts";

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
const of = (query: string) => prefillOf(new URLSearchParams(query));

test("is empty for an address without parameters", () => {
  expect(of("")).toBeUndefined();
  expect(of("utm_source=x")).toBeUndefined();
});

test("reads every parameter", () => {
  expect(of(`league=nba&competition=${ID}&team=${ID}&season=${ID}&kit=home&year=1998`)).toEqual({
    form: { league: "NBA", kit_type: "home", year: "1998", season: ID },
    teamId: ID,
    competitionId: ID,
  });
});

test("reads a team that is not in the catalogue by its name", () => {
  expect(of(`name=+Red%20Star+&competition=${ID}`)).toEqual({
    form: { team: "other", teamText: "Red Star" },
    competitionId: ID,
  });
  expect(of(`name=Red%20Star&team=${ID}`)).toEqual({ form: {}, teamId: ID });
  expect(of(`name=${"x".repeat(121)}`)).toBeUndefined();
});

test("reads a season by its code", () => {
  expect(of("season=2003-04")).toEqual({ form: {}, seasonCode: "2003-04" });
  expect(of("season=last")).toBeUndefined();
});

test("ignores invalid values", () => {
  expect(of("league=MLB&team=psg&kit=fifth&year=98")).toBeUndefined();
});
