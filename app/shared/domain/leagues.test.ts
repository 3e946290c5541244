import { expect, test } from "vitest";

import { leagueLabel } from "./leagues.ts";

test.each([
  ["NBA", "nba", "namesake.NBA"],
  ["NFL", "nfl", "league.NFL"],
  ["NHL", "nhl", "league.NHL"],
  ["NBA", "euroleague", "league.NBA"],
  ["NBA", "wnba", "league.NBA"],
  ["NFL", "cfl", "sport.NFL"],
  ["NHL", "khl", "sport.NHL"],
  ["SOCCER", "nba", "league.SOCCER"],
  ["ESPORT", "lol-worlds", "league.ESPORT"],
] as const)("%s, in %s: the badge says %s", (league, slug, label) => {
  expect(leagueLabel(league, { slug })).toBe(label);
});

test("the badge of an unknown competition names the league", () => {
  expect(leagueLabel("NBA", null)).toBe("league.NBA");
  expect(leagueLabel("NBA", undefined)).toBe("league.NBA");
});
