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
  });
  expect(soughtOf(typedShirt("France 1998 domicile Zidane 10 L")!)).toBe("France 1998 home");
  expect(typedShirt("psg domicile 2022-23 mbappé 7")).toMatchObject({
    team: "Psg",
    printed_name: "Mbappé",
    printed_number: "7",
  });
  expect(typedShirt("1998-99")).toBeUndefined();
});
