import { expect, test } from "vitest";

import { competitionName, teamName } from "./catalogue-names.ts";

const spain = { name: "Espagne", country: "ES" };
const spainWomen = { name: "Espagne (femmes)", country: "ES" };

test("names of national teams and their competitions are in the reader's language", () => {
  expect(teamName(spain, { slug: "world-cup" }, "en")).toBe("Spain");
  expect(teamName(spain, { slug: "euro" }, "pt")).toBe("Espanha");
  expect(teamName(spainWomen, { slug: "womens-euro" }, "fr")).toBe("Espagne (femmes)");
  expect(teamName(spainWomen, { slug: "international-women" }, "en")).toBe("Spain (women)");
  expect(
    teamName({ name: "Arsenal Women", country: "GB-ENG" }, { slug: "womens-super-league" }, "fr"),
  ).toBe("Arsenal Women");
  expect(competitionName({ name: "Coupe du monde", slug: "world-cup" }, "en")).toBe("World Cup");
  expect(competitionName({ name: "Euro féminin", slug: "womens-euro" }, "es")).toBe(
    "Eurocopa femenina",
  );
  expect(competitionName({ name: "Süper Lig", slug: "super-lig" }, "en")).toBe("Süper Lig");
});
