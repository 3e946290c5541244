import { describe, expect, test } from "vitest";

import {
  missingFields,
  stillToChoose,
  COUNTRY,
  EMPTY_FORM,
  jerseyForm,
  type JerseyForm,
  OTHER,
  toJersey,
} from "./rules.ts";

const GOOD: JerseyForm = {
  ...EMPTY_FORM,
  league: "SOCCER",
  competition: "c",
  season: "s",
  team: "t",
  title: "Maillot domicile",
};

const problems = (change: Partial<JerseyForm>) =>
  jerseyForm
    .safeParse({ ...GOOD, ...change })
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

describe("jerseyForm", () => {
  test("accepts a form with only the required fields", () => expect(problems({})).toEqual([]));

  test("names every missing field of an empty form", () => {
    const issues = jerseyForm.safeParse(EMPTY_FORM).error!.issues;
    expect(issues.map(({ message }) => message)).toEqual(
      expect.arrayContaining(["league", "competition", "season", "title", "team"]),
    );
  });

  test.each<[Partial<JerseyForm>, string[]]>([
    [{ title: " ab " }, ["title: title"]],
    [{ title: "abc" }, []],
    [{ title: "x".repeat(161) }, ["title: long"]],
    [{ title: "👕".repeat(160) }, []],
    [{ team: "" }, ["team: team"]],
    [{ team: "", teamText: "A" }, ["team: team"]],
    [{ team: "", teamText: "OM" }, []],
    [{ team: OTHER, teamText: " X " }, ["team: team"]],
    [{ team: `${COUNTRY}Tuvalu` }, []],
    [{ year: "1849" }, ["year: year"]],
    [{ year: "1850" }, []],
    [{ year: "2100" }, []],
    [{ year: "2101" }, ["year: year"]],
    [{ year: "1998.5" }, ["year: year"]],
    [{ price: "19.99" }, []],
    [{ price: "19,99" }, []],
    [{ price: "0" }, []],
    [{ price: "-1" }, ["price: price"]],
    [{ price: "1e9" }, ["price: price"]],
    [{ price: "19.999" }, ["price: priceCents"]],
    [{ external_link: "https://exemple.fr/maillot?x=1" }, []],
    [{ external_link: "exemple.fr" }, ["external_link: external_link"]],
    [{ external_link: "javascript:alert(1)" }, ["external_link: external_link"]],
    [{ external_link: "https://exemple.fr/a b" }, ["external_link: external_link"]],
    [{ title: "👕👕" }, ["title: title"]],
    // Three digits may be thousands.
    [{ price: "19.990" }, ["price: priceCents"]],
    [{ external_link: "HTTPS://exemple.fr" }, ["external_link: external_link"]],
    [{ team: OTHER, teamText: "👕" }, ["team: team"]],
    [{ league: "MLB" }, ["league: league"]],
    [{ kit_type: "fifth" }, ["kit_type: kit_type"]],
    [{ colors: "red,violet" }, ["colors: colors"]],
    [{ colors: "red,white,blue,green" }, ["colors: colors"]],
    [{ description: "x".repeat(5001) }, ["description: long"]],
  ])("%o", (change, expected) => expect(problems(change)).toEqual(expected));
});

test("requires only league, competition, season, team and title", () => {
  expect(missingFields(GOOD)).toEqual([]);
  for (const field of ["league", "competition", "season", "team", "title"] as const) {
    expect(missingFields({ ...GOOD, [field]: "" })).toEqual([field]);
  }
  expect(missingFields({ ...GOOD, team: OTHER, teamText: "X" })).toEqual(["team"]);
  expect(missingFields({ ...GOOD, team: OTHER, teamText: "XY" })).toEqual([]);
  expect(missingFields({ ...GOOD, title: " ab " })).toEqual(["title"]);
  expect(missingFields({ ...GOOD, year: "1" })).toEqual([]);
});

const valid = (change: Partial<JerseyForm>) => jerseyForm.parse({ ...GOOD, ...change });

describe("toJersey", () => {
  test("sends the ids of a selected team and brand", () => {
    expect(toJersey(valid({ brand: "b", brandText: "left over" }), "me")).toMatchObject({
      author_id: "me",
      team_id: "t",
      team: "",
      brand_id: "b",
      brand: null,
      year: null,
      price: null,
      kit_type: null,
      // The database takes those of the shirt drawing.
      colors: [],
    });
  });

  test("sends typed names as text and numbers as numbers", () => {
    const form = valid({
      team: OTHER,
      teamText: " Red Star ",
      brand: OTHER,
      brandText: "Maison",
      year: "1998",
      price: "19,99",
      kit_type: "third",
      colors: "red,white",
    });
    expect(toJersey(form, "me")).toMatchObject({
      team_id: null,
      team: "Red Star",
      brand_id: null,
      brand: "Maison",
      year: 1998,
      price: 19.99,
      kit_type: "third",
      colors: ["red", "white"],
    });
  });

  test("sends a country of the fixed list by its name", () => {
    expect(toJersey(valid({ team: `${COUNTRY}Tuvalu` }), "me").team).toBe("Tuvalu");
  });
});

test("names only what nothing else fills", () => {
  expect(stillToChoose(["league", "competition", "season", "team", "title"])).toEqual([
    "season",
    "team",
  ]);
  expect(stillToChoose(["league", "competition"])).toEqual(["league", "competition"]);
  expect(stillToChoose(["title"])).toEqual(["title"]);
});
