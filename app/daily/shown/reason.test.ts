import { expect, test } from "vitest";

import { loadMessages } from "../../shared/i18n/messages.ts";
import { reasonOf } from "./reason.ts";

const shirt = (day: string, league: "NBA" | "NHL", about = {}) => ({
  day,
  isChosen: false,
  facts: { league, team: "Lens", season: "1998-1999", anniversary: null, ...about },
});

test("a day says by which rule its shirt was chosen", async () => {
  await loadMessages("en", ["daily"]);
  const today = shirt("2026-11-28", "NBA");
  const before = [
    shirt("2026-11-27", "NHL"),
    shirt("2026-11-24", "NBA"),
    shirt("2026-11-20", "NBA"),
  ];
  expect(reasonOf(today, before, "en")).toBe(
    "It is this sport’s turn: its last jersey was shown on 24 November 2026. Lens, 1998–99, was drawn at random.",
  );
  const drawn = "Drawn at random: Lens, 1998–99.";
  expect(reasonOf(today, [], "en")).toBe(drawn);
  // A catalogue of one sport has no turns.
  expect(reasonOf(today, [shirt("2026-11-27", "NBA")], "en")).toBe(drawn);
  const round = shirt("2026-11-28", "NBA", { anniversary: 125 });
  expect(reasonOf(round, before, "en")).toBe("This year marks 125 years of Lens.");
  expect(reasonOf({ ...round, isChosen: true }, before, "en")).toBe(
    "The reviewers chose this jersey to replace another one.",
  );
});
