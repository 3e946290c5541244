import { expect, test } from "vitest";

import { isJerseyId, jerseyParams } from "./jersey.ts";

const id = "0a8f648a-dd0a-430b-8e46-91377187075c";

test("an unknown year has its own word in the address", () => {
  const jersey = { id, team_slug: "malaga", kit_type_slug: "maillot", year: null };
  expect(jerseyParams(jersey)).toEqual({
    teamSlug: "malaga",
    kitType: "maillot",
    year: "annee-inconnue",
    id,
  });
  expect(jerseyParams({ ...jersey, year: 1998 }).year).toBe("1998");
});

test.each([id, id.toUpperCase()])("%s can be an id", (text) => {
  expect(isJerseyId(text)).toBe(true);
});

test.each(["", "1", "0a8f648a", `${id}0`, `x${id}`, `${id}\n`, "0a8f648add0a430b8e4691377187075c"])(
  "%j can't",
  (text) => {
    expect(isJerseyId(text)).toBe(false);
  },
);
