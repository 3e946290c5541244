import { expect, test } from "vitest";

import { leagueOf, leagueSearch } from "./league-param.ts";

test.each([
  ["league=NBA", "NBA"],
  ["league=soccer", "SOCCER"],
  ["league=", undefined],
  ["league=CURLING", undefined],
  ["", undefined],
])("%j asks for %s", (query, league) => {
  expect(leagueOf(new URLSearchParams(query))).toBe(league);
});

test("choosing a league leaves the other parameters alone", () => {
  const params = new URLSearchParams("competition=42&league=NBA");
  expect(leagueSearch(params, "NHL")).toBe("?competition=42&league=NHL");
  expect(leagueSearch(params, undefined)).toBe("?competition=42");
  expect(leagueSearch(new URLSearchParams("league=NBA"), undefined)).toBe("");
});
