import { expect, test } from "vitest";

import { fullName, saysNoKit } from "./full-name.ts";

test("a team is said once", () => {
  expect(fullName({ title: "Chicago Bulls 2010-2011", team: "Chicago Bulls" })).toBe(
    "Chicago Bulls 2010-2011",
  );
  expect(fullName({ title: "Le maillot du centenaire", team: "RC Lens" })).toBe(
    "Le maillot du centenaire – RC Lens",
  );
});

test("only a title of team and season lacks the kit", () => {
  const team = "Chicago Bulls";
  for (const title of ["Chicago Bulls", "Chicago Bulls 2010–11", "Chicago Bulls 2010-2011"]) {
    expect(saysNoKit({ title, team }), title).toBe(true);
  }
  for (const title of ["Chicago Bulls domicile 2010", "Domicile Chicago Bulls 2010", "2010"]) {
    expect(saysNoKit({ title, team }), title).toBe(false);
  }
});
