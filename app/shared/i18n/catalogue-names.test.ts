import { expect, test } from "vitest";

import {
  competitionName,
  jerseyTeam,
  localJersey,
  storedTitle,
  teamName,
} from "./catalogue-names.ts";
import { type InEachLanguage, LANGUAGES } from "./languages.ts";

const NATIONS = { slug: "international-teams" };
const brazil = { name: "Brésil", country: "BR" };

const named = (team: { name: string; country: string | null }, competition = NATIONS) =>
  LANGUAGES.map((lang) => teamName(team, competition, lang));

test("a national team has its country's name in the reader's language", () => {
  expect(named(brazil)).toEqual([
    "Brésil",
    "Brazil",
    "Brasil",
    "Brasil",
  ] satisfies InEachLanguage<string>);
  expect(named({ name: "Côte d'Ivoire", country: "CI" })).toEqual([
    "Côte d’Ivoire",
    "Côte d’Ivoire",
    "Costa de Marfil",
    "Costa do Marfim",
  ] satisfies InEachLanguage<string>);
});

test("so has one that is stored in another language than French", () => {
  expect(named({ name: "Germany", country: "DE" })[0]).toBe("Allemagne");
});

test("a women's team says so", () => {
  const women: InEachLanguage<string> = [
    "France (femmes)",
    "France (women)",
    "Francia (femenina)",
    "França (feminino)",
  ];
  for (const name of ["France féminine", "France (femmes)", "France women"]) {
    for (const slug of ["international-teams", "international-women", "womens-euro"]) {
      expect(named({ name, country: "FR" }, { slug })).toEqual(women);
    }
  }
});

test("a club keeps its name, and so does a team that isn't named after its country", () => {
  const same = (name: string) => LANGUAGES.map(() => name);
  expect(named(brazil, { slug: "ligue-1" })).toEqual(same("Brésil"));
  expect(named({ name: "Tahiti", country: "PF" })).toEqual(same("Tahiti"));
  expect(named({ name: "Brésil", country: null })).toEqual(same("Brésil"));
});

const jersey = {
  id: "1",
  title: "Brésil 2022-23",
  team: "Brésil",
  teams: { colors: ["#ffdf00"], country: "BR", competition: NATIONS },
};

test("a jersey of a list has its team in the reader's language, and only the colours of its row", () => {
  expect(localJersey(jersey, "en")).toEqual({
    id: "1",
    title: "Brazil 2022–23",
    team: "Brazil",
    teams: { colors: ["#ffdf00"] },
  });
  expect(jerseyTeam(jersey, "pt")).toBe("Brasil");
});

test("a title that a member wrote stays", () => {
  for (const title of ["Brésil domicile 2022", "Brésilien 2022-23", "Le Brésil 2022-23"]) {
    expect(localJersey({ ...jersey, title }, "en").title).toBe(title);
  }
});

test("a free text stays", () => {
  expect(localJersey({ ...jersey, teams: null }, "en")).toMatchObject({
    team: "Brésil",
    teams: null,
  });
});

test("the tournaments of national teams are translated", () => {
  const cup = { name: "Coupe du monde", slug: "world-cup" };
  expect(LANGUAGES.map((lang) => competitionName(cup, lang))).toEqual([
    "Coupe du monde",
    "World Cup",
    "Mundial",
    "Copa do Mundo",
  ] satisfies InEachLanguage<string>);
  expect(competitionName({ name: "Constructor", slug: "constructor" }, "en")).toBe("Constructor");
});

test("the competition of national teams is ours, and translated", () => {
  const nations = { name: "Équipes nationales", slug: "international-teams" };
  expect(LANGUAGES.map((lang) => competitionName(nations, lang))).toEqual([
    "Équipes nationales",
    "National teams",
    "Selecciones nacionales",
    "Seleções nacionais",
  ] satisfies InEachLanguage<string>);
  expect(competitionName({ name: "Ligue 1", slug: "ligue-1" }, "en")).toBe("Ligue 1");
});

test("a stored title has the season as the reader's language writes it, unless a member wrote the title", () => {
  const inEnglish = (title: string) => storedTitle(title, "fc-barcelona", "en");
  expect(inEnglish("FC Barcelona 2014-2015")).toBe("FC Barcelona 2014–15");
  expect(inEnglish("FC Barcelona final 2014-2015")).toBe("FC Barcelona final 2014-2015");
  expect(storedTitle("FC Barcelona 2014-2015", null, "en")).toBe("FC Barcelona 2014-2015");
  expect(storedTitle("FC Barcelona 2014-2015", "fc-barcelona", "fr")).toBe(
    "FC Barcelona 2014-2015",
  );
});
