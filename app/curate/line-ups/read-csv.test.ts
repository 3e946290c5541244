import { expect, test } from "vitest";

import { csv } from "../../shared/domain/write-csv.ts";
import type { LineUpCatalogue } from "../data/line-ups/line-ups.ts";
import { csvRows } from "./csv-rows.ts";
import { readCsv, textOf } from "./read-csv.ts";

const team = (slug: string, name: string, home: string, league: "SOCCER" | "NBA" = "SOCCER") => ({
  id: `${home}/${slug}`,
  name,
  slug,
  country: null,
  home,
  league,
});
const competition = (slug: string, name: string, league: "SOCCER" | "NBA" = "SOCCER") => ({
  id: slug,
  name,
  slug,
  league,
  priority: 50,
  is_active: true,
});

const CATALOGUE: LineUpCatalogue = {
  competitions: [
    competition("ligue-1", "Ligue 1"),
    competition("ligue-2", "Ligue 2"),
    competition("coupe", "Coupe"),
    competition("euroleague", "EuroLeague", "NBA"),
  ],
  teams: [
    team("le-mans", "Le Mans", "ligue-2"),
    team("saint-etienne", "Saint-Étienne", "ligue-1"),
    team("real", "Real", "ligue-1"),
    team("real", "Real", "ligue-2"),
    team("barca", "Barça", "euroleague", "NBA"),
  ],
};
const SEASONS = [{ id: "s26", code: "2025-26", name: "2025-2026" }];

const read = (text: string) => readCsv(text, SEASONS, CATALOGUE);
const problems = (lines: string) => read(`season,competition,team,home\n${lines}`).problems;

test("reads what the export writes", () => {
  const lineUps = [
    {
      season: SEASONS[0]!,
      competition: CATALOGUE.competitions[0]!,
      teams: CATALOGUE.teams.slice(1, 3),
    },
    { season: SEASONS[0]!, competition: CATALOGUE.competitions[2]!, teams: [CATALOGUE.teams[3]!] },
  ];
  const text = csv(
    lineUps.flatMap((lineUp) => csvRows(SEASONS[0]!, lineUp.competition, lineUp.teams)),
  );
  expect(read(text)).toEqual({ lineUps, problems: [] });
});

test("accepts names, semicolons, other columns and empty lines", () => {
  const { lineUps, problems: found } = read(
    "\uFEFFNote;Team;Season;Competition\r\nx;SAINT-ETIENNE;2025-2026;ligue 1\r\n;;;\r\n\r\n",
  );
  expect(found).toEqual([]);
  expect(lineUps).toEqual([
    { season: SEASONS[0], competition: CATALOGUE.competitions[0], teams: [CATALOGUE.teams[1]] },
  ]);
});

test("names each line and what is wrong with it", () => {
  expect(
    problems(
      [
        "2025-26,ligue-1,saint-etienne,",
        "1899-00,ligue-1,le-mans,",
        "2025-26,d1,le-mans,",
        "2025-26,ligue-1,lens,",
        "2025-26,ligue-1,barca,",
        "2025-26,coupe,real,",
        "2025-26,coupe,real,ligue-9",
        "2025-26,ligue-1,Saint-Étienne,",
        "2025-26,ligue-1,real,",
        "2025-26,ligue-1,,",
      ].join("\n"),
    ),
  ).toEqual([
    { line: 3, problem: "seasonUnknown", value: "1899-00" },
    { line: 4, problem: "competitionUnknown", value: "d1" },
    { line: 5, problem: "teamUnknown", value: "lens" },
    { line: 6, problem: "otherLeague", value: "barca" },
    { line: 7, problem: "teamAmbiguous", value: "real" },
    { line: 8, problem: "teamUnknown", value: "real (ligue-9)" },
    { line: 9, problem: "twice", value: "Saint-Étienne" },
    { line: 11, problem: "teamUnknown", value: "" },
  ]);
});

test.each([
  ["", "noRows", ""],
  ["season,competition,team", "noRows", ""],
  ["season,club\n2025-26,x", "columnMissing", "competition, team"],
  ['season,competition,team\n2025-26,ligue-1,"le', "unreadable", ""],
  ["season,competition,team\n2025-26,ligue-1", "unreadable", ""],
])("refuses the file %j", (text, problem, value) => {
  expect(read(text)).toMatchObject({ lineUps: [], problems: [{ problem, value }] });
});

test("refuses files that are too large or not in UTF-8", async () => {
  expect(await textOf(new Blob([new Uint8Array([0xc9, 0x74, 0xe9])]))).toEqual({
    problem: "notUtf8",
  });
  expect(await textOf(new Blob([new Uint8Array(2_000_001)]))).toEqual({ problem: "tooLarge" });
  expect(await textOf(new Blob(["été"]))).toEqual({ text: "été" });
});
