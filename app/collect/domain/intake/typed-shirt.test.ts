import { expect, test } from "vitest";

import { shirtAround, soughtOf, typedShirt, withYear } from "./typed-shirt.ts";

test.each([
  ["France 98 domicile Zidane 10", "France 1998 domicile Zidane 10"],
  ["psg extérieur 03", "psg extérieur 2003"],
  ["Brésil '70 Pelé 10", "Brésil 1970 Pelé 10"],
  ["PSG domicile Mbappé 7", undefined],
  ["PSG domicile 2022-23 Mbappé 10", undefined],
  ["Arsenal", undefined],
])("%s: %s", (text, longer) => {
  expect(withYear(text, 2026)).toBe(longer);
});

test("a text says what its shirt is, and what search is asked for", () => {
  expect(typedShirt("France 1998 domicile Zidane 10")).toEqual({
    team: "France",
    season: "1998",
    kit_type: "home",
    printed_name: "Zidane",
    printed_number: "10",
    size: null,
    version: null,
    notes: null,
  });
  expect(soughtOf(typedShirt("France 1998 domicile Zidane 10 L")!)).toBe("France 1998 home");
  expect(typedShirt("psg domicile 2022-23 mbappé 7")).toMatchObject({
    team: "Psg",
    printed_name: "Mbappé",
    printed_number: "7",
  });
  expect(typedShirt("1998-99")).toBeUndefined();
});

test.each([
  ["maillot vert FC Nantes 2001", "FC Nantes", "vert", null],
  ["green shirt Saint-Etienne 1976", "Saint-Etienne", "green", null],
  ["Red Star 1990", "Red Star", null, null],
  ["Lens 1998 manches longues", "Lens", "manches longues", null],
  ["om 1993 long sleeve", "Om", "long sleeve", null],
  ["Brésil 2002 finale Ronaldo 9", "Brésil", "finale", "Ronaldo"],
  [
    "France 1998 domicile finale coupe du monde Zidane 10",
    "France",
    "finale coupe du monde",
    "Zidane",
  ],
  ["Lens 1998 domicile acheté à Londres 45 €", "Lens", "acheté à Londres 45 €", null],
])("of %s nothing is lost", (text, team, notes, printed_name) => {
  expect(typedShirt(text)).toMatchObject({ team, notes, printed_name });
});

test.each([
  ["Bulls Jordan 23", "Bulls", "NBA", null, "Jordan 23", null],
  ["Swingman Jordan 23 Bulls 96", "Bulls", "NBA", "1996", "Jordan 23", "Swingman"],
  ["Bulls 96", "Bulls", "NBA", "1996", "", null],
  ["Bulls 45", "Bulls", "NBA", null, "45", null],
  ["Oilers 99 Gretzky", "Oilers", "NHL", null, "Gretzky 99", null],
  ["france 98 zidane", "France", "SOCCER", "1998", "Zidane", null],
  ["France Zidane 98", "France", "SOCCER", "1998", "Zidane", null],
  ["Gerrard Liverpool 05", "Liverpool", "SOCCER", "2005", "Gerrard", null],
  ["PSG ronaldinho 10", "PSG", "SOCCER", null, "Ronaldinho 10", null],
  ["maillot du PSG 2020 Neymar 10 numéro 12", "PSG", "SOCCER", "2020", "Neymar 10", "numéro 12"],
] as const)("around a team, %s", (text, called, league, season, print, notes) => {
  const shirt = shirtAround(text, { called, name: called, league }, 2026);
  const { printed_name: name, printed_number: number } = shirt;
  expect([shirt.team, shirt.season, [name, number].filter(Boolean).join(" "), shirt.notes]).toEqual(
    [called, season, print, notes],
  );
});

test("a name that is too long for a back stays in the notes", () => {
  const name = "Maximiliano Wolfeschlegelsteinhausenbergerdorff";
  expect(typedShirt(`Lens 1998 domicile ${name} 9`)).toMatchObject({
    team: "Lens",
    printed_name: null,
    printed_number: "9",
    notes: name,
  });
});
