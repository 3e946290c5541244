import { expect, test } from "vitest";

import type { CopiedJersey } from "../domain/copies/copy.ts";
import { copyFacts } from "./copy-facts.ts";
import { loadAllMessages } from "../../shared/i18n/messages.ts";

await loadAllMessages();

const jersey = {
  title: "Brésil 2026",
  team: "Brésil",
  teams: { colors: [], country: "BR", competition: { slug: "international-teams" } },
  league: "SOCCER",
  competition: { id: "1", name: "Coupe du monde", slug: "world-cup" },
  season: { code: "2026" },
  year: 2026,
  kit_type: "home",
  brand: "Nike",
  colors: ["yellow"],
} as unknown as CopiedJersey;

test("names the team, the title and the competition in the reader's language", () => {
  expect(copyFacts({ jersey, former_jersey: null }, "en")).toEqual({
    title: "Brazil 2026",
    team: "Brazil",
    league: "SOCCER",
    competition: "World Cup",
    season: "2026",
    year: 2026,
    kitType: "home",
    brand: "Nike",
    colors: ["yellow"],
    also: "Brésil 2026 Brésil Home",
  });
});

test("has what is left of a deleted jersey, and nothing of a hidden one", () => {
  const former_jersey = { title: "OM", team: "OM", league: "SOCCER", kit_type: "away" } as const;
  expect(copyFacts({ jersey: null, former_jersey }, "fr")).toMatchObject({
    title: "OM",
    kitType: "away",
    season: null,
    colors: [],
  });
  const teams = { colors: [], competition: { name: "Coupe du monde", slug: "world-cup" } };
  const known = copyFacts({ jersey: null, former_jersey: { ...former_jersey, teams } }, "en");
  expect(known.competition, "nobody said which").toBeNull();
  const said = { ...former_jersey, teams, competition: "Coupe Gambardella" };
  expect(copyFacts({ jersey: null, former_jersey: said }, "en").competition).toBe(
    "Coupe Gambardella",
  );
  expect(copyFacts({ jersey: null, former_jersey: null }, "fr")).toMatchObject({
    title: null,
    team: null,
  });
});
