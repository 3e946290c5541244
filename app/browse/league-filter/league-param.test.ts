import { expect, test } from "vitest";

import { leagueOf, leagueSearch } from "./league-param.ts";

test.each([
  ["league=NBA", "NBA"],
  ["league=soccer", "SOCCER"],
  ["league=", undefined],
  ["league=CURLING", undefined],
  ["", undefined],
])("reads %j as %s", (query, league) => {
  expect(leagueOf(new URLSearchParams(query))).toBe(league);
});

test("changes only the league, and removes a competition of another league", () => {
  const params = new URLSearchParams("season=2024-25&competition=42&league=NBA");
  expect(leagueSearch(params, "NHL")).toBe("?league=NHL&season=2024-25");
  expect(leagueSearch(params, undefined)).toBe("?season=2024-25");
  expect(leagueSearch(new URLSearchParams("league=NBA"), undefined)).toBe("");
});
