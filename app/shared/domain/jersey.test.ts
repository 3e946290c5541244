import { expect, test } from "vitest";

import { jerseyParams } from "./jersey.ts";

const id = "0a8f648a-dd0a-430b-8e46-91377187075c";

test("uses a word for an unknown year in the address", () => {
  const jersey = { id, team_slug: "malaga", kit_type_slug: "maillot", year: null };
  expect(jerseyParams(jersey)).toEqual({
    teamSlug: "malaga",
    kitType: "maillot",
    year: "annee-inconnue",
    id,
  });
  expect(jerseyParams({ ...jersey, year: 1998 }).year).toBe("1998");
});
