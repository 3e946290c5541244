import { expect, test } from "vitest";

import { soughtOf, typedShirt, withYear } from "./typed-shirt.ts";

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
  ["om 1993 long sleeve", "Om", "Long Sleeve", null],
  ["Brésil 2002 finale Ronaldo 9", "Brésil", "finale", "Ronaldo"],
  [
    "France 1998 domicile finale coupe du monde Zidane 10",
    "France",
    "coupe du monde finale",
    "Zidane",
  ],
  ["Lens 1998 domicile acheté à Londres 45 €", "Lens", "45 € acheté à Londres", null],
])("of %s nothing is lost", (text, team, notes, printed_name) => {
  expect(typedShirt(text)).toMatchObject({ team, notes, printed_name });
});
