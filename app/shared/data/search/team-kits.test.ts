import { expect, test } from "vitest";

import type { FoundTeam } from "./read.ts";
import { readTeamKits, teamMeant } from "./team-kits.ts";

const team = (name: string, short_name: string | null, ...aliases: string[]): FoundTeam => ({
  id: name,
  name,
  slug: name,
  short_name,
  city: null,
  country: null,
  colors: [],
  competition: null,
  aliases: aliases.map((alias) => ({ alias })),
});

const OM = team("Olympique de Marseille", "OM", "Les Phocéens");
const NICE = team("OGC Nice", "OGCN");
const TOTTENHAM = team("Tottenham Hotspur", "TOT", "Spurs");
const RENNES = team("Stade rennais", "SRFC", "Rouge et Noir");
const FRANCE = team("France", null, "Les Bleus");
const SAN_ANTONIO = team("San Antonio Spurs", "SAS");

test.each([
  ["a short name", "om", [OM], [], OM],
  ["an alias", "les phoceens", [OM], [{ team: "Autre" }], OM],
  ["the first of two", "spurs", [TOTTENHAM, SAN_ANTONIO], [], TOTTENHAM],
  ["a typing error, for want of jerseys", "marseile", [OM], [], OM],
  ["a name in another language, by its jerseys", "germany", [OM], [{ team: OM.name }], OM],
  ["no team: a brand one letter away", "nike", [NICE], [{ team: "RC Lens" }], undefined],
  [
    "no team: a colour, though a club's name has it",
    "rouge",
    [RENNES],
    [{ team: RENNES.name }],
    undefined,
  ],
  ["a team called by its colour", "les bleus", [FRANCE], [], FRANCE],
  ["no team at all", "nike", [], [], undefined],
])("means %s", (_, typed, teams, jerseys, expected) => {
  expect(teamMeant(typed, teams, jerseys)).toBe(expected);
});

/** Rows of the catalogue, by the call that reads them. */
const rows = (lineUp: string, year: number) => (call: string) =>
  Promise.resolve(
    ({
      "/seasons": [
        { id: "two", code: "1993-94", name: "1993-1994" },
        { id: "one", code: "1993", name: "1993" },
      ],
      "/team_seasons": [{ season: { code: lineUp } }],
      team_kits_near: [
        { id: "kit", year, season: null },
        { id: "later", year: year + 1, season: null },
      ],
    }[call] ?? []) as never[],
  );
const PARSED = { team: "om", years: { from: 1993, to: 1993 } };

test("a year is the season that begins in it, of the kind that the team plays", async () => {
  const inFrance = await readTeamKits(rows("2025-26", 1991), OM, PARSED, 4);
  expect(inFrance).toMatchObject({ season: { id: "two" }, isExact: false });
  const inBrazil = await readTeamKits(rows("2025", 1993), OM, PARSED, 4);
  expect(inBrazil).toMatchObject({ season: { id: "one" }, isExact: true });
  const named = await readTeamKits(rows("2025", 1993), OM, { ...PARSED, season: "1993-94" }, 4);
  expect(named.season).toMatchObject({ id: "two" });
});

test("kits are of the years asked for, others only where there are none", async () => {
  const of = async (year: number) =>
    (await readTeamKits(rows("2025", year), OM, PARSED, 4)).jerseys.map(({ id }) => id);
  expect(await of(1993)).toEqual(["kit"]);
  expect(await of(1990)).toEqual(["kit", "later"]);
});

test("a decade is no season", async () => {
  const years = { from: 1990, to: 1999 };
  const { season } = await readTeamKits(rows("2025-26", 1991), OM, { team: "om", years }, 4);
  expect(season).toBeUndefined();
});

test("another kit of then comes before the same kit of another year", async () => {
  const read = (call: string, query: object) =>
    Promise.resolve(
      (call === "team_kits_near"
        ? "kit_type" in query
          ? [{ id: "away later", year: 1999, season: null }]
          : [
              { id: "home then", year: 1993, season: null },
              { id: "away later", year: 1999, season: null },
            ]
        : []) as never[],
    );
  const found = await readTeamKits(read, OM, { ...PARSED, kitType: "away" }, 4);
  expect(found).toMatchObject({ isExact: false, areOtherKits: true });
  expect(found.jerseys.map(({ id }) => id)).toEqual(["home then"]);
});

test("the same kit of the season that ends in the year may be meant", async () => {
  const read = (call: string, query: object) =>
    Promise.resolve(
      (call === "team_kits_near"
        ? "kit_type" in query
          ? [{ id: "away before", year: 1992, season: { code: "1992-93" } }]
          : [{ id: "home then", year: 1993, season: null }]
        : []) as never[],
    );
  const found = await readTeamKits(read, OM, { ...PARSED, kitType: "away" }, 4);
  expect(found).toMatchObject({ isExact: false, areOtherKits: false });
  expect(found.jerseys.map(({ id }) => id)).toEqual(["away before"]);
});
