import { expect, test } from "vitest";

import { bySeason } from "./completeness.ts";

const jersey = (code: string | null, kit_type: "home" | "away" | null, isHeld: boolean) => ({
  season: code === null ? null : { code },
  kit_type,
  isHeld,
});

test("the newest season first, what is missing in the order of kit types", () => {
  const seasons = bySeason([
    jersey(null, "home", false),
    jersey("2023-24", "home", true),
    jersey("2024-25", null, false),
    jersey("2024-25", "away", false),
    jersey("2024-25", "home", false),
    jersey("2024-25", "home", true),
  ]);
  expect(seasons.map(({ season, held, total }) => [season, held, total])).toEqual([
    ["2024-25", 1, 4],
    ["2023-24", 1, 1],
    [null, 0, 1],
  ]);
  expect(seasons[0]?.missing.map(({ kit_type }) => kit_type)).toEqual(["home", "away", null]);
  expect(seasons[1]?.missing).toEqual([]);
});
