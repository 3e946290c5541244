import { expect, test } from "vitest";

import type { JerseyFields } from "../../shared/domain/facts/jersey.ts";
import {
  type CorrectionForm,
  correctionForm,
  correctionOf,
  corrections,
  isUncorrected,
  TEXT_FIELDS,
} from "./correction-rules.ts";

const JERSEY: JerseyFields = {
  league: "SOCCER",
  competition_id: "ligue-1",
  season_id: "1998-99",
  team_id: "asse",
  team: "AS Saint-Étienne",
  year: 1998,
  kit_type: "home",
  colors: ["green", "white"],
  pattern: "plain",
  brand_id: null,
  brand: "Le Coq",
  sponsor: null,
  product_codes: ["CD4185-422"],
  price: 49.9,
  title: "Maillot vert",
  edition: null,
  description: "Beau",
  external_link: "https://example.org",
};

const changes = (typed: Partial<CorrectionForm>, fields?: typeof TEXT_FIELDS) =>
  corrections(correctionForm.parse({ ...correctionOf(JERSEY), ...typed }), JERSEY, fields);

test("sends no unchanged field", () => {
  expect(changes({})).toEqual({});
  expect(changes({ title: " Maillot vert " })).toEqual({});
});

test("sends changed fields, and null for emptied ones", () => {
  expect(changes({ edition: "Rétro", description: " " })).toEqual({
    edition: "Rétro",
    description: null,
  });
});

test("names a team or a brand by its row, or by what is typed", () => {
  const { colors } = JERSEY;
  expect(changes({ team_id: "psg", team: "Paris" })).toEqual({ team_id: "psg", colors });
  expect(changes({ team_id: "", team: "Red Star" })).toEqual({
    team_id: null,
    team: "Red Star",
    colors,
  });
  expect(changes({ brand_id: "kappa" })).toEqual({ brand_id: "kappa" });
  expect(changes({ brand: "" })).toEqual({ brand: null });
});

test("sends the colours in their order, the main one first", () => {
  expect(changes({ colors: "green,white" })).toEqual({});
  expect(changes({ colors: "white,green" })).toEqual({ colors: ["white", "green"] });
  expect(changes({ colors: "" })).toEqual({ colors: [] });
});

test("sends the colours on the screen with another team or kit type", () => {
  const { colors } = JERSEY;
  expect(changes({ kit_type: "away" })).toEqual({ kit_type: "away", colors });
  expect(changes({ team_id: "psg", colors: "blue" })).toEqual({ team_id: "psg", colors: ["blue"] });
});

test("sends numbers, and the texts only where nothing else may be changed", () => {
  const typed = { year: "1999", price: "50,5", kit_type: "", title: "Autre titre" };
  expect(changes(typed)).toEqual({
    year: 1999,
    price: 50.5,
    kit_type: null,
    title: "Autre titre",
    colors: JERSEY.colors,
  });
  expect(changes(typed, TEXT_FIELDS)).toEqual({ title: "Autre titre" });
});

test("knows the form as it was loaded", () => {
  expect(isUncorrected(correctionOf(JERSEY), JERSEY)).toBe(true);
  const typed = correctionOf(JERSEY, () => "49,90");
  expect(typed.price).toBe("49,90");
  expect(isUncorrected(typed, JERSEY)).toBe(true);
  expect(isUncorrected({ ...typed, price: "49,91" }, JERSEY)).toBe(false);
  expect(isUncorrected({ ...typed, price: "" }, JERSEY)).toBe(false);
  expect(corrections(correctionForm.parse(typed), JERSEY)).toEqual({});
  expect(isUncorrected({ ...correctionOf(JERSEY), year: "" }, JERSEY)).toBe(false);
  // Nothing would be stored of a space at the end.
  expect(isUncorrected({ ...correctionOf(JERSEY), title: "Maillot vert " }, JERSEY)).toBe(true);
});

test("asks for the name of a team that the catalogue lacks", () => {
  const { error } = correctionForm.safeParse({ ...correctionOf(JERSEY), team_id: "", team: "x" });
  expect(error?.issues[0]).toMatchObject({ path: ["team"], message: "team" });
});

test.each([
  ["title", "ab", "title"],
  ["title", "a".repeat(161), "long"],
  ["league", "RUGBY", "league"],
  ["competition_id", "", "competition"],
  ["year", "1492", "year"],
  ["kit_type", "goal", "kit_type"],
  ["colors", "violet", "colors"],
  ["colors", "red,red", "colors"],
  ["colors", "red,blue,white,black", "colors"],
  ["brand", "a".repeat(81), "long"],
  ["price", "-1", "price"],
  ["product_codes", "CD4185-422, cd4185 422", "product_codes"],
  ["product_codes", "a1, b1, c1, d1, e1, f1", "product_codes"],
  ["product_codes", "CD_4185", "product_codes"],
  ["edition", "a".repeat(121), "long"],
  ["description", "a".repeat(5001), "long"],
  ["external_link", "ftp://example.org", "external_link"],
  ["external_link", "HTTPS://example.org", "external_link"],
  ["external_link", "https://a/b c", "external_link"],
  ["external_link", `https://example.org/${"a".repeat(2048)}`, "long"],
])("refuses for %s the value %.12s", (field, value, problem) => {
  const { error } = correctionForm.safeParse({ ...correctionOf(JERSEY), [field]: value });
  expect(error?.issues[0]).toMatchObject({ path: [field], message: problem });
});
