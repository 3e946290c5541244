import { expect, test } from "vitest";

import { inOtherSeason } from "./other-season.ts";

test.each([
  ["PSG domicile 2024-2025", "2024", "PSG domicile 2023-2024", "2023"],
  ["PSG home 2024–25 (cup)", "2024", "PSG home 2023–24 (cup)", "2023"],
  ["PSG home 2024/25", "2025", "PSG home 2023/24", "2025"],
  ["PSG, the white one", "", "PSG, the white one", ""],
  ["PSG 2022-23", "2024", "PSG 2022-23", "2023"],
])("%s, %s: %s, %s", (title, year, newTitle, newYear) => {
  const corrected = inOtherSeason({ title, year }, "2024-2025", "2023-2024");
  expect(corrected).toEqual({ title: newTitle, year: newYear });
});

test("a tournament's year, and a season in English", () => {
  expect(inOtherSeason({ title: "France 2018", year: "2018" }, "2018", "2022").title).toBe(
    "France 2022",
  );
  expect(inOtherSeason({ title: "Lens 1999-2000", year: "1999" }, "1999–2000", "2000–01")).toEqual({
    title: "Lens 2000-2001",
    year: "2000",
  });
  expect(inOtherSeason({ title: "France 2018", year: "2018" }, "2018", "2021-2022")).toEqual({
    title: "France 2021-2022",
    year: "2021",
  });
});
