import { expect, test } from "vitest";

import { seasonCompetition } from "./season-competition.ts";

const competition = (id: string, country: string | null, priority: number) => ({
  id,
  league: "SOCCER",
  country,
  priority,
});
const FIRST = competition("ligue-1", "FR", 90);
const SECOND = competition("ligue-2", "FR", 39);
const CUP = competition("champions-league", null, 95);

const TEAM = {
  competition: SECOND,
  team_seasons: [
    { season_id: "2015", competition: CUP },
    { season_id: "2015", competition: FIRST },
    { season_id: "2016", competition: SECOND },
    { season_id: "2017", competition: CUP },
  ],
};

test("a season's championship, not today's", () => {
  expect(seasonCompetition(TEAM, "2015", SECOND.id)).toBe(FIRST);
  expect(seasonCompetition(TEAM, "2016", FIRST.id)).toBe(SECOND);
});

test("a competition in which the team took part stays", () => {
  expect(seasonCompetition(TEAM, "2015", CUP.id)).toBe(CUP);
});

test("today's where no championship of the season is known", () => {
  expect(seasonCompetition(TEAM, "2017", SECOND.id)).toBe(SECOND);
  expect(seasonCompetition(TEAM, "1950", FIRST.id)).toBe(SECOND);
});

test("a team of no country plays where it plays today, unless another was chosen", () => {
  const nation = { ...TEAM, competition: competition("international-teams", null, 70) };
  expect(seasonCompetition(nation, "2015")).toBe(nation.competition);
  expect(seasonCompetition({ ...nation, competition: null }, "1950")).toBeNull();
});
