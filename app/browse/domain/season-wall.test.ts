import { expect, test } from "vitest";

import type { KitType } from "../../shared/domain/kit-types.ts";
import { adjacentSeasons, nearestSeasons, wallKits, wallPage, wallRows } from "./season-wall.ts";

const PSG = { id: "1", name: "Paris Saint-Germain" };
const OM = { id: "2", name: "Olympique de Marseille" };

function jersey(
  team_id: string | null,
  team_slug: string,
  kit_type: KitType | null,
  score = 0,
  title = "",
) {
  return { team_id, team_slug, kit_type, score, title };
}
const count = (team_id: string | null, team_slug: string, kit_type: KitType, jerseys: number) => ({
  team_id,
  team_slug,
  kit_type,
  jerseys,
});

test("shows the whole line-up, and teams outside of it that have a jersey", () => {
  const rows = wallRows(
    [OM, PSG],
    [jersey("1", "paris-saint-germain", "home"), jersey(null, "fc-nulle-part", "third")],
    [count("1", "paris-saint-germain", "home", 3), count(null, "fc-nulle-part", "third", 1)],
  );
  expect(rows.map(({ entrant }) => entrant?.name)).toEqual([
    "Olympique de Marseille",
    "Paris Saint-Germain",
    undefined,
  ]);
  expect(rows[0]!.cells).toEqual({});
  expect(rows[1]!.cells.home?.count).toBe(3);
  expect(rows[2]!.cells.third?.best.team_slug).toBe("fc-nulle-part");
});

test("a free text with the name of a team in the line-up is in its row, the best rated first", () => {
  const rows = wallRows(
    [PSG],
    [
      jersey("1", "paris-saint-germain", "home", 2, "du catalogue"),
      jersey(null, "paris-saint-germain", "home", 5, "texte libre"),
      jersey(null, "paris-saint-germain", null, 1, "sans type"),
    ],
    [count("1", "paris-saint-germain", "home", 2), count(null, "paris-saint-germain", "home", 1)],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.cells.home).toMatchObject({ best: { title: "texte libre" }, count: 3 });
  // Read a moment before its count.
  expect(rows[0]!.cells.other).toMatchObject({ best: { title: "sans type" }, count: 1 });
});

test("has columns for other kit types only if a team has one, and none but them if all are of these", () => {
  const kitsOf = (...kits: KitType[]) =>
    wallKits(
      wallRows(
        [],
        kits.map((kit) => jersey(null, "a", kit)),
        [],
      ),
    );
  expect(kitsOf()).toEqual(["home", "away", "third"]);
  expect(kitsOf("training", "away")).toEqual(["home", "away", "third", "training"]);
  expect(kitsOf("other", "training")).toEqual(["training", "other"]);
});

test("finds the seasons around one, also if it has no wall itself", () => {
  const seasons = ["2022", "2014", "2018"].map((code) => ({ code }));
  const around = (code: string) => {
    const { previous, next } = adjacentSeasons(seasons, code);
    return [previous?.code, next?.code];
  };
  expect(around("2018")).toEqual(["2014", "2022"]);
  expect(around("2014")).toEqual([undefined, "2018"]);
  expect(around("2022")).toEqual(["2018", undefined]);
  expect(around("2016-17")).toEqual(["2014", "2018"]);
});

test("orders seasons by how near they are, of two equally near the newer first", () => {
  const seasons = ["1997-98", "2018-19", "2024-25"].map((code) => ({ code }));
  const nearest = (code: string) => nearestSeasons(seasons, code).map((season) => season.code);
  expect(nearest("2026-27")).toEqual(["2024-25", "2018-19", "1997-98"]);
  expect(nearest("2021-22")).toEqual(["2024-25", "2018-19", "1997-98"]);
  expect(nearest("2020-21")).toEqual(["2018-19", "2024-25", "1997-98"]);
  expect(nearest("1950")).toEqual(["1997-98", "2018-19", "2024-25"]);
});

test("shows sixty teams at a time, the first ones for a page that isn't there", () => {
  const rows = Array.from({ length: 61 }, (_, n) => n);
  expect(wallPage(rows, "2")).toEqual({ page: 2, pages: 2, shown: [60] });
  for (const wanted of [null, "", "0", "3", "-1", "1e1", "<b>", "99999999999"]) {
    expect(wallPage(rows, wanted), String(wanted)).toMatchObject({ page: 1, pages: 2 });
  }
  expect(wallPage([], "2")).toEqual({ page: 1, pages: 1, shown: [] });
});
