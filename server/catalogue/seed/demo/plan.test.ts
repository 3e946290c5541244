import { join } from "node:path";
import { expect, test } from "vitest";

import { COLORS, isColor } from "../../../../app/shared/domain/colors.ts";
import { KIT_TYPES } from "../../../../app/shared/domain/kit-types.ts";
import { PATTERNS } from "../../../../app/shared/domain/shirt/index.ts";
import { readCatalogue } from "../catalogue.ts";
import { picturesOf } from "./pictures.ts";
import { planJerseys } from "./plan.ts";
import { planVotes, VOTERS } from "./votes.ts";
import { DEMO_JERSEYS, FAVOURITES, PAINTS } from "./jerseys.ts";
import { DEMONSTRATION } from "../../../../app/shared/domain/demonstration.ts";
import { AUTHOR } from "./accounts.ts";

const catalogue = await readCatalogue(join(import.meta.dirname, "../../../../supabase/seed"));
const jerseys = planJerseys(catalogue);
const votes = planVotes(jerseys);

test("covers all five leagues", () => {
  const counts = Object.fromEntries(
    [...Map.groupBy(jerseys, ({ league }) => league)].map(([league, { length }]) => [
      league,
      length,
    ]),
  );
  expect(jerseys.length).toBeGreaterThanOrEqual(150);
  expect(counts).toEqual({
    NBA: expect.closeTo(35, -1),
    NFL: expect.closeTo(30, -1),
    NHL: expect.closeTo(30, -1),
    SOCCER: expect.closeTo(75, -1),
    ESPORT: expect.closeTo(20, -1),
  });
  const kits = new Set(jerseys.map(({ kit_type }) => kit_type));
  expect(KIT_TYPES.filter((kit) => !kits.has(kit))).toEqual([]);
});

test("has a jersey of each main colour, so that every filter of a new site finds one", () => {
  const main = jerseys.map(({ colors }) => colors[0]);
  expect(COLORS.filter((color) => !main.includes(color))).toEqual([]);
});

test("says of a shirt only what was worn: a kit, colours and a pattern that exist, no price", () => {
  const paints = Object.values(DEMO_JERSEYS).flatMap((kits) =>
    Object.values(kits).flatMap((worn) => worn[2].split(" ")),
  );
  expect(paints.filter((paint) => !(paint in PAINTS))).toEqual([]);
  for (const jersey of jerseys) {
    const { key, kit_type, colors, drawn, team, year } = jersey;
    expect(kit_type === null || KIT_TYPES.includes(kit_type), key).toBe(true);
    expect(colors.length, key).toBeGreaterThan(0);
    expect(colors.every(isColor), key).toBe(true);
    expect(PATTERNS, key).toContain(drawn.pattern);
    expect(team.founded_year ?? 0, key).toBeLessThanOrEqual(year);
    expect(jersey, key).not.toHaveProperty("price");
  }
});

test("names kits and brands as the leagues have them", () => {
  // Esports have one shirt. The NBA's are editions since 2017-18; before, white ones at home, others on the road.
  const contradicted = jerseys.filter(
    ({ league, competition, kit_type, year, colors, edition }) => {
      if (league === "ESPORT") return kit_type !== null;
      if (competition !== "nba") return false;
      if (year >= 2017) return kit_type !== null || edition === null;
      return kit_type !== (colors[0] === "white" ? "home" : "away") || edition !== null;
    },
  );
  expect(contradicted.map(({ key }) => key)).toEqual([]);
  const brands: Record<string, (year: number) => string> = {
    nba: (year) => (year < 2017 ? "adidas" : "Nike"),
    nfl: (year) => (year < 2012 ? "Reebok" : "Nike"),
    nhl: (year) => (year < 2017 ? "Reebok" : year < 2024 ? "adidas" : "Fanatics"),
  };
  const leagues = jerseys.filter(({ competition }) => competition in brands);
  expect(leagues.map(({ key, brand }) => [key, brand])).toEqual(
    leagues.map(({ key, competition, year }) => [key, brands[competition]!(year)]),
  );
});

test("draws the colours that the jersey names", () => {
  for (const jersey of jerseys) {
    for (const { design } of picturesOf(jersey)) {
      expect(design.colors, jersey.key).toEqual(jersey.drawn.colors);
    }
  }
});

test("has unique ids and is deterministic", () => {
  expect(new Set(jerseys.map(({ id }) => id)).size).toBe(jerseys.length);
  expect(planJerseys(catalogue)).toEqual(jerseys);
});

test("pages know the account that the jerseys are by", () => {
  expect(AUTHOR).toBe(DEMONSTRATION);
});

test("marks every jersey as a demonstration and uses the catalogue's names", () => {
  const brands = new Set(catalogue.brands.map(({ name }) => name));
  const worn = jerseys.flatMap(({ brand }) => brand ?? []);
  expect(worn.filter((brand) => !brands.has(brand))).toEqual([]);
  for (const { description, title, team } of jerseys) {
    expect(description).toMatch(/^Contenu de démonstration\s:/);
    expect(title).toMatch(/ 20\d\d-20\d\d$/);
    expect(title.slice(0, -10)).toBe(team.name);
  }
});

test("puts the best rated first, from several sports; a voter votes once per jersey", () => {
  expect(jerseys.slice(0, FAVOURITES.length).map(({ key }) => key)).toEqual(FAVOURITES);
  expect(new Set(jerseys.slice(0, 3).map(({ league }) => league)).size).toBe(3);
  expect(new Set(votes.map(({ jersey_id, voter }) => `${jersey_id} ${voter}`)).size).toBe(
    votes.length,
  );
  expect(votes.every(({ voter }) => voter < VOTERS)).toBe(true);
});

test("has scores with a clear podium", () => {
  const score = new Map(jerseys.map(({ id }) => [id, 0]));
  for (const { jersey_id, vote } of votes) {
    score.set(jersey_id, score.get(jersey_id)! + (vote === "up" ? 1 : -1));
  }
  const [first, second, third, ...others] = jerseys.map(({ id }) => score.get(id)!);
  expect(first).toBeGreaterThan(second!);
  expect(second).toBeGreaterThan(third!);
  expect(third).toBeGreaterThan(Math.max(...others));
});

test("draws every jersey from the front, and the best rated from behind too", () => {
  const pictures = jerseys.map(picturesOf);
  expect(pictures[0]!.map(({ design }) => design.side)).toEqual(["front", "back"]);
  expect(pictures.at(-1)!.map(({ design }) => design.side)).toEqual(["front"]);
  const names = pictures.flat().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
