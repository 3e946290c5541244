import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { teamSlug } from "../../app/domain/slug.ts";
import { readCatalogue, type Catalogue } from "./catalogue.ts";

const CATALOGUE = join(import.meta.dirname, "../../supabase/seed");

describe("the catalogue's files", async () => {
  const catalogue = await readCatalogue(CATALOGUE);

  test("contain what the product promises", () => {
    expect(catalogue.competitions.map(({ slug }) => slug).sort()).toEqual([
      "bundesliga",
      "champions-league",
      "cs-major",
      "dota-ti",
      "euroleague",
      "international-teams",
      "la-liga",
      "ligue-1",
      "lol-worlds",
      "nba",
      "nfl",
      "nhl",
      "premier-league",
      "serie-a",
    ]);
    expect(catalogue.seasons.map(({ code }) => code)).toEqual(
      Array.from(
        { length: 127 },
        (_, n) => `${1900 + n}-${String((n + 1) % 100).padStart(2, "0")}`,
      ),
    );
    expect(catalogue.brands.length).toBeGreaterThanOrEqual(40);
  });

  test.each([
    ["premier-league", 20, 20],
    ["ligue-1", 18, 18],
    ["la-liga", 20, 20],
    ["serie-a", 20, 20],
    ["bundesliga", 18, 18],
    ["nba", 30, 30],
    ["nfl", 32, 32],
    ["nhl", 32, 32],
    ["euroleague", 18, 20],
    ["lol-worlds", 16, 40],
    ["cs-major", 16, 40],
    ["dota-ti", 16, 40],
    ["international-teams", 60, 211],
  ])("give %s %i to %i teams", (slug, least, most) => {
    const teams = catalogue.teams.filter(({ competition }) => competition === slug);
    expect(teams.length).toBeGreaterThanOrEqual(least);
    expect(teams.length).toBeLessThanOrEqual(most);
  });

  test("have no more teams in a season than the competition has places", () => {
    const places: Record<string, number> = {
      "premier-league": 20,
      "la-liga": 20,
      "serie-a": 20,
      "ligue-1": 20,
      bundesliga: 18,
      "champions-league": 36,
      nhl: 32,
    };
    for (const [competition, most] of Object.entries(places)) {
      for (const { code } of catalogue.seasons) {
        expect(playing(catalogue, competition, code).length).toBeLessThanOrEqual(most);
      }
    }
    expect(playing(catalogue, "champions-league", "2025-26")).toHaveLength(36);
    expect(playing(catalogue, "bundesliga", "2025-26")).toHaveLength(18);
  });

  test("end with the newest season whose line-ups are known", () => {
    const seasons = catalogue.participations.map(({ season }) => season);
    expect(seasons.sort().at(-1)).toBe("2025-26");
  });

  test("begin franchises in the year of their foundation", () => {
    const first = (team: string) =>
      catalogue.participations
        .filter((participation) => participation.team === team)
        .map(({ season }) => season)
        .sort()[0];
    expect(first("vegas-golden-knights")).toBe("2017-18");
    expect(first("seattle-kraken")).toBe("2021-22");
    expect(first("utah-mammoth")).toBe("2024-25");
    expect(first("las-vegas-raiders")).toBe("2010-11");
  });

  // An event counts for the season in which it was played, August to July.
  test.each([
    ["dota-ti", "2013-14", "newbee evil-geniuses cloud9 alliance mouz", "nigma-galaxy"],
    ["dota-ti", "2014-15", "", "newbee team-liquid"],
    ["dota-ti", "2017-18", "fnatic cloud9", ""],
    ["dota-ti", "2018-19", "pain-gaming", ""],
    ["dota-ti", "2019-20", "ninjas-in-pyjamas", ""],
    ["dota-ti", "2023-24", "vivo-keyd-stars", "nigma-galaxy"],
    ["lol-worlds", "2019-20", "dplus-kia", ""],
    ["lol-worlds", "2020-21", "top-esports drx gen-g g2-esports fnatic psg-talon", "t1 cloud9"],
    ["lol-worlds", "2021-22", "psg-talon", ""],
    ["lol-worlds", "2022-23", "ctbc-flying-oyster", ""],
    ["lol-worlds", "2024-25", "movistar-koi", ""],
    ["cs-major", "2022-23", "virtus-pro team-vitality heroic g2-esports", "astralis"],
    ["cs-major", "2024-25", "flyquest betboom-team wildcard", ""],
  ])("%s %s: with %s, without %s", (competition, season, present, absent) => {
    const teams = playing(catalogue, competition, season).map(({ team }) => team);
    expect(teams).toEqual(expect.arrayContaining(present.split(" ").filter(Boolean)));
    expect(teams.filter((team) => absent.split(" ").includes(team))).toEqual([]);
  });

  test("date a federation, not its team's first match", () => {
    const founded = catalogue.teams.find(({ slug }) => slug === "france")?.founded_year;
    expect(founded).toBe(1919);
  });

  test("derive a slug from the name, so that a jersey's address names its team's", () => {
    for (const { slug, name } of catalogue.teams) expect(slug).toBe(teamSlug(name));
  });

  test("give every team a competition", () => {
    const active = new Set(catalogue.participations.map(({ team }) => team));
    expect(catalogue.teams.filter(({ slug }) => !active.has(slug))).toEqual([]);
  });
});

describe("reports a bad row by file and line", () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "catalogue-"));
    await cp(CATALOGUE, directory, { recursive: true });
  });
  afterEach(() => rm(directory, { recursive: true }));

  test.each([
    ["teams.csv", "x,X-Men,,,FR,,nowhere,#000000 #ffffff", 'unknown competition "nowhere"'],
    ["teams.csv", "x,X-Men,,,France,,nba,#000000 #ffffff", "country: not a country code"],
    ["teams.csv", "x,X-Men,,,FR,MCM,nba,#000000 #ffffff", "founded_year: not a year"],
    ["teams.csv", "x,X-Men,,,FR,,nba,red", "colors: not two or three colours"],
    ["teams.csv", "X Men,X-Men,,,FR,,nba,#000000 #ffffff", "slug: not a slug"],
    ["teams.csv", "arsenal,Arsenal,,,FR,,nba,#000000 #ffffff", '"arsenal" is there twice'],
    ["teams.csv", "x,X-Men,,FR", "Invalid Record Length"],
    ["competitions.csv", "x,Curling,CURLING,CURLING,FR,1", "league: not a league"],
    ["brands.csv", "Nike,many", "priority: not a whole number"],
    ["seasons.csv", "2010/11,2010-2011", "code: not a season"],
    ["team_seasons.csv", "nobody,nba,2010-11,2011-12", 'unknown team "nobody"'],
    ["team_seasons.csv", "arsenal,nba,1899-00,2011-12", 'unknown season "1899-00"'],
    ["team_seasons.csv", "arsenal,nba,2012-13,2011-12", "the last season is before the first"],
    ["team_seasons.csv", "arsenal,premier-league,2012-13,2012-13", "is there twice"],
  ])("%s: %s", async (file, row, reason) => {
    const path = join(directory, file);
    const text = await readFile(path, "utf8");
    await writeFile(path, `${text}${row}\n`);
    const line = text.split("\n").length;
    await expect(readCatalogue(directory)).rejects.toThrow(`${file}:${line}: `);
    await expect(readCatalogue(directory)).rejects.toThrow(reason);
  });

  test("reports several together", async () => {
    await writeFile(join(directory, "seasons.csv"), "code,name\nx,y\n2010-11,2010-2011\nz,\n");
    await expect(readCatalogue(directory)).rejects.toThrow(/seasons\.csv:2: .*\nseasons\.csv:4: /);
  });
});

function playing(catalogue: Catalogue, competition: string, season: string) {
  return catalogue.participations.filter(
    (one) => one.competition === competition && one.season === season,
  );
}
