import { expect, test } from "vitest";

import { competitionSeasonPath, teamSeasonPath } from "./season-path.ts";

test("a season of a team is its decade in the timeline, at its first year", () => {
  expect(teamSeasonPath("t", "2019-20", "en")).toBe("/en/team/t?decade=2010#saison-2019");
  expect(teamSeasonPath("t", "1998", "fr")).toBe("/team/t?decade=1990#saison-1998");
});

test("a season of a competition leads to the page of its teams' jerseys", () => {
  expect(competitionSeasonPath("c", "2019-20", "es")).toBe("/es/competition/c/2019-20");
});
