import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { teamSlug } from "../../../app/shared/domain/slug.ts";
import { readCatalogue, type Catalogue } from "./catalogue.ts";

const CATALOGUE = join(import.meta.dirname, "../../../supabase/seed");

describe("the catalogue's files", async () => {
  const catalogue = await readCatalogue(CATALOGUE);

  test("contain what the product promises", () => {
    expect(catalogue.competitions.length).toBe(39);
    const years = Array.from({ length: 127 }, (_, n) => 1900 + n);
    expect(catalogue.seasons.map(({ code }) => code)).toEqual([
      ...years.map((year) => `${year}-${String((year + 1) % 100).padStart(2, "0")}`),
      ...years.map(String),
    ]);
    expect(catalogue.brands.length).toBeGreaterThanOrEqual(40);
  });

  test.each([
    ["premier-league", 20, 20],
    ["ligue-1", 18, 18],
    ["la-liga", 20, 20],
    ["serie-a", 20, 20],
    ["bundesliga", 18, 18],
    // Today's franchises, and earlier names of some.
    ["nba", 36, 36],
    ["nfl", 40, 40],
    ["nhl", 39, 39],
    ["euroleague", 18, 20],
    ["lol-worlds", 16, 40],
    ["cs-major", 16, 40],
    ["dota-ti", 16, 40],
    ["international-teams", 60, 211],
    ["international-women", 40, 211],
  ])("give %s %i to %i teams", (slug, least, most) => {
    const teams = catalogue.teams.filter(({ competition }) => competition === slug);
    expect(teams.length).toBeGreaterThanOrEqual(least);
    expect(teams.length).toBeLessThanOrEqual(most);
  });

  // Complete line-ups: the current season of each competition, and earlier ones.
  test.each([
    ["premier-league", 20, "2014-15 2015-16 2024-25 2025-26"],
    ["ligue-1", 18, "2023-24 2024-25 2025-26"],
    ["la-liga", 20, "2020-21 2021-22 2022-23 2023-24 2024-25 2025-26"],
    ["serie-a", 20, "2024-25 2025-26"],
    ["bundesliga", 18, "2010-11 2018-19 2019-20 2020-21 2021-22 2022-23 2023-24 2024-25 2025-26"],
    ["champions-league", 32, "2023-24"],
    ["champions-league", 36, "2024-25 2025-26"],
    ["europa-league", 36, "2024-25 2025-26"],
    ["championship", 24, "2025-26"],
    ["ligue-2", 18, "2025-26"],
    ["segunda-division", 22, "2025-26"],
    ["serie-b", 20, "2025-26"],
    ["2-bundesliga", 18, "2025-26"],
    ["primeira-liga", 18, "2025-26"],
    ["eredivisie", 18, "2025-26"],
    ["belgian-pro-league", 16, "2025-26"],
    ["scottish-premiership", 12, "2025-26"],
    ["super-lig", 18, "2025-26"],
    ["brasileirao-serie-a", 20, "2025 2026"],
    ["liga-profesional-argentina", 28, "2024"],
    ["liga-profesional-argentina", 30, "2025"],
    ["copa-libertadores", 32, "2025"],
    ["liga-mx", 18, "2020-21 2021-22 2022-23 2023-24 2024-25 2025-26"],
    ["mls", 29, "2023 2024"],
    ["mls", 30, "2025 2026"],
    ["saudi-pro-league", 18, "2025-26"],
    ["womens-super-league", 12, "2025-26"],
    ["premiere-ligue", 12, "2025-26"],
    // Without Yugoslavia, which has gone.
    ["world-cup", 12, "1930"],
    ["world-cup", 32, "2002 2010 2014 2018 2022"],
    ["world-cup", 48, "2026"],
    ["euro", 16, "1996 2004 2008 2012"],
    ["euro", 24, "2016 2020 2024"],
    ["womens-world-cup", 12, "1991 1995"],
    ["womens-world-cup", 16, "1999 2003 2007 2011"],
    ["womens-world-cup", 24, "2015 2019"],
    ["womens-world-cup", 32, "2023"],
    ["womens-euro", 16, "2017 2022 2025"],
    ["nba", 30, "2010-11 2025-26"],
    ["wnba", 12, "2010 2024"],
    ["wnba", 13, "2025"],
    ["wnba", 15, "2026"],
    ["euroleague", 20, "2025-26"],
    ["nfl", 32, "2010-11 2025-26"],
    ["nhl", 32, "2024-25 2025-26"],
  ])("%s has %i teams in %s", (competition, size, seasons) => {
    for (const season of seasons.split(" ")) {
      expect([season, playing(catalogue, competition, season).length]).toEqual([season, size]);
    }
  });

  // Earlier seasons lack clubs that the catalogue doesn't have.
  test.each([
    ["premier-league", 20],
    ["ligue-1", 20],
    ["la-liga", 20],
    ["serie-a", 20],
    ["bundesliga", 18],
    ["champions-league", 36],
    ["europa-league", 56],
    ["championship", 24],
    ["ligue-2", 20],
    ["segunda-division", 22],
    ["serie-b", 22],
    ["2-bundesliga", 18],
    ["primeira-liga", 18],
    ["eredivisie", 18],
    ["belgian-pro-league", 18],
    ["scottish-premiership", 12],
    ["super-lig", 21],
    ["brasileirao-serie-a", 20],
    ["liga-profesional-argentina", 30],
    ["liga-mx", 19],
    ["mls", 30],
    ["nhl", 32],
  ])("%s never has more than %i teams", (competition, most) => {
    const them = catalogue.participations.filter((one) => one.competition === competition);
    const sizes = [...Map.groupBy(them, ({ season }) => season).values()].map((all) => all.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(most);
  });

  // A club plays in one division of a country at a time.
  test.each([
    ["premier-league", "championship"],
    ["ligue-1", "ligue-2"],
    ["la-liga", "segunda-division"],
    ["serie-a", "serie-b"],
    ["bundesliga", "2-bundesliga"],
  ])("no club is in %s and %s in the same season", (first, second) => {
    const of = (competition: string) =>
      catalogue.participations
        .filter((one) => one.competition === competition)
        .map(({ team, season }) => `${team} ${season}`);
    const below = new Set(of(second));
    expect(of(first).filter((one) => below.has(one))).toEqual([]);
  });

  test("keep competitions of one kind of season to it", () => {
    const kinds = Map.groupBy(catalogue.participations, ({ competition }) => competition);
    for (const [competition, them] of kinds) {
      const lengths = new Set(them.map(({ season }) => season.length));
      expect([competition, lengths.size]).toEqual([competition, 1]);
    }
  });

  test("give every competition a line-up, and every team a country or a reason not to", () => {
    const played = new Set(catalogue.participations.map(({ competition }) => competition));
    expect(catalogue.competitions.filter(({ slug }) => !played.has(slug))).toEqual([]);
    const leagueOf = new Map(catalogue.competitions.map(({ slug, league }) => [slug, league]));
    const stateless = catalogue.teams.filter(({ country }) => country === null);
    expect(stateless.filter(({ competition }) => leagueOf.get(competition) !== "ESPORT")).toEqual(
      [],
    );
  });

  test("name a country's club team by a slug of its own", () => {
    const slugs = catalogue.teams.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  test("end with the newest season whose line-ups are known", () => {
    const seasons = catalogue.participations.map(({ season }) => season).sort();
    expect(seasons.findLast((season) => season.includes("-"))).toBe("2025-26");
    expect(seasons.findLast((season) => !season.includes("-"))).toBe("2026");
  });

  test("begin franchises in the year of their foundation", () => {
    const first = (team: string) =>
      catalogue.participations
        .filter((participation) => participation.team === team)
        .map(({ season }) => season)
        .sort()[0];
    expect(first("vegas-golden-knights")).toBe("2017-18");
    expect(first("seattle-kraken")).toBe("2021-22");
    expect(first("utah-hockey-club")).toBe("2024-25");
    expect(first("utah-mammoth")).toBe("2025-26");
    expect(first("las-vegas-raiders")).toBe("2020-21");
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

  test("give every team a line-up", () => {
    const active = new Set(catalogue.participations.map(({ team }) => team));
    const others = catalogue.teams.filter(({ slug }) => !active.has(slug));
    // Names of franchises from before the first line-ups.
    expect(others.map(({ slug }) => slug)).toEqual([
      ...["seattle-supersonics", "vancouver-grizzlies", "washington-bullets"],
      ...["phoenix-cardinals", "baltimore-colts", "houston-oilers"],
      ...["mighty-ducks-of-anaheim", "atlanta-flames", "hartford-whalers"],
      ...["nordiques-de-quebec", "minnesota-north-stars"],
    ]);
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
    ["team_seasons.csv", "arsenal,nba,2010-11,2012", "one end is a year"],
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
