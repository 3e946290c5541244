import { expect, test } from "vitest";

import {
  fittingSeasons,
  nextSeason,
  seasonName,
  seasonsBefore,
  seasonToPrepare,
} from "./season.ts";

test.each([
  ["2025-26", "2026-27", "2026-2027"],
  ["1998-99", "1999-00", "1999-2000"],
  ["1999-00", "2000-01", "2000-2001"],
  ["2026", "2027", "2027"],
])("after %s comes %s", (code, next, name) => {
  expect(nextSeason(code)).toEqual({ code: next, name });
});

test("other texts are no seasons", () => {
  expect(nextSeason("été")).toBeUndefined();
  expect(seasonName("20")).toBeUndefined();
});

test("a league's menu has seasons over two years, a tournament's single years, others all", () => {
  const all = ["2027", "2026-27", "2026", "2025-26"].map((code) => ({ id: `id ${code}`, code }));
  const codes = (known: string[], chosen?: string) =>
    fittingSeasons(
      all,
      known.map((code) => ({ code })),
      chosen,
    ).map(({ code }) => code);
  expect(codes(["2025-26", "2024-25"])).toEqual(["2026-27", "2025-26"]);
  expect(codes(["2022"])).toEqual(["2027", "2026"]);
  expect(codes(["2022", "2023-24"])).toHaveLength(4);
  expect(codes([])).toHaveLength(4);
  // What was chosen, or is stored, stays.
  expect(codes(["2025-26"], "id 2026")).toEqual(["2026-27", "2026", "2025-26"]);
});

test("the season to prepare follows the newest league season, not a tournament", () => {
  const next = (...codes: string[]) =>
    seasonToPrepare(
      codes.map((code) => ({ code })),
      2031,
    ).code;
  expect(next("2026", "2025-26", "2025")).toBe("2026-27");
  expect(next("2026", "2022")).toBe("2027");
  expect(next()).toBe("2031");
});

test("the seasons before one are those of its own form", () => {
  const known = ["2027", "2026-27", "2026", "2025-26", "2025", "2024-25"].map((code) => ({ code }));
  const before = (code?: string) => seasonsBefore(known, code).map((season) => season.code);
  expect(before("2026-27")).toEqual(["2025-26", "2024-25"]);
  expect(before("2026")).toEqual(["2025"]);
  expect(before("2031-32")).toEqual([]);
  expect(before(undefined)).toEqual([]);
});
