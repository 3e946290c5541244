import { expect, test } from "vitest";

import { colorPaths, factPaths } from "./fact-paths.ts";
import type { LocalDetail } from "./local-detail.ts";

const JERSEY = {
  team_id: "t",
  teams: { colors: [] as string[] },
  team_slug: "arsenal",
  competition_id: "c",
  brand_id: "b",
  league: "SOCCER",
  kit_type: "away",
  year: 1993,
  seasons: { name: "1993-1994", code: "1993-94" },
  profiles: { username: "marie", display_name: null },
  status: "approved",
  is_active: true,
} as LocalDetail;

test("every fact of a public jersey leads somewhere", () => {
  expect(factPaths(JERSEY, "en")).toEqual({
    team: "/en/team/t",
    league: "/en/sport/soccer",
    competition: "/en/competition/c",
    season: "/en/team/t?decade=1990#saison-1993",
    year: "/en/jersey/arsenal/maillot/1993",
    kit_type: "/en/jersey/arsenal/away/annee-inconnue",
    brand: "/en/brand/b",
    author: "/en/member/marie",
  });
});

test("a team without a page leads to its variations, its season to those of all teams", () => {
  const free = { ...JERSEY, teams: null, brand_id: null, year: null, kit_type: null };
  expect(factPaths({ ...free, profiles: null }, "fr")).toEqual({
    team: "/jersey/arsenal/maillot/annee-inconnue",
    league: "/sport/soccer",
    competition: "/competition/c",
    season: "/competition/c/1993-94",
  });
});

test("a jersey that isn't public leads to no list that lacks it", () => {
  for (const hidden of [{ status: "pending" as const }, { is_active: false }]) {
    const paths = factPaths({ ...JERSEY, ...hidden }, "pt");
    expect(Object.keys(paths).sort()).toEqual(["brand", "competition", "league", "season", "team"]);
  }
});

test("each colour of a public jersey leads into the catalogue", () => {
  const colors = ["blue", "red"] as const;
  const jersey = { ...JERSEY, colors: [...colors] };
  expect(colorPaths(jersey, "es")).toEqual({
    blue: "/es/catalogo?color=blue",
    red: "/es/catalogo?color=red",
  });
  expect(colorPaths({ ...jersey, status: "pending" }, "es")).toEqual({});
});
