import { expect, test } from "vitest";

import { localRows } from "./local-rows.ts";

type Wall = Parameters<typeof localRows>[0];

const team = (id: string, name: string) => ({ id, name, country: "France", colors: [] });
const jersey = (team_id: string | null, name: string) => ({
  id: `jersey of ${name}`,
  title: name,
  team: name,
  team_id,
  team_slug: name.toLowerCase(),
  kit_type: "home",
  kit_type_slug: "home",
  year: 2025,
  score: 0,
  images: [],
  teams: null,
});

test("teams with a jersey come first, each part in the reader's alphabetical order", () => {
  const wall = {
    lineUp: [team("1", "Angers"), team("2", "Étoile"), team("3", "Zwolle"), team("4", "AS Lyon")],
    jerseys: [jersey("3", "Zwolle"), jersey("2", "Étoile"), jersey(null, "Guest")],
    counts: [],
  } as unknown as Wall;
  expect(localRows(wall, { slug: "ligue-1" }, "fr").map(({ name }) => name)).toEqual([
    "Étoile",
    "Guest",
    "Zwolle",
    "Angers",
    "AS Lyon",
  ]);
});
