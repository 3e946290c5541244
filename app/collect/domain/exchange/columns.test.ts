import { describe, expect, it } from "vitest";

import { readCollection } from "./collection-table.ts";
import { guessColumns } from "./columns.ts";
import { readLines } from "./read-line.ts";

const OPTIONS = { dates: "dmy", currency: "EUR", league: "SOCCER" } as const;

const read = (text: string) => readCollection(new TextEncoder().encode(text));

describe("a list without headings", () => {
  it("of one column is the jersey in words", () => {
    const { header, rows, isHeadless } = read("Arsenal home 2022-23 L\nPSG domicile 24/25\n");
    expect(isHeadless).toBe(true);
    expect(rows.map(({ line }) => line)).toEqual([1, 2]);
    const lines = readLines(rows, guessColumns(header), OPTIONS);
    expect(lines.map(({ line }) => [line?.jersey, line?.details.size])).toMatchObject([
      [
        { team: "Arsenal", title: "Arsenal home 2022-23 L", season: "2022-23", kit_type: "home" },
        "L",
      ],
      [{ team: "PSG", title: "PSG domicile 24/25", season: "2024-25", kit_type: "home" }, null],
    ]);
    expect(lines[0]!.line!.given).toEqual(["size"]);
    expect(lines[0]!.values).toEqual({ title: "Arsenal home 2022-23 L" });
  });

  it("of one column may have commas in some lines, also in the first", () => {
    const { header, rows } = read(
      "Maillot OM 93 domicile, taille L, acheté 120 euros\nArsenal home 2022-23\nBrest 1998, third\n",
    );
    expect(header).toEqual(["title"]);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["Maillot OM 93 domicile, taille L, acheté 120 euros"],
      ["Arsenal home 2022-23"],
      ["Brest 1998, third"],
    ]);
  });

  it.each([
    ["commas", "Arsenal, home, 2022-23, L\nBrazil, away, 2002, M, gift\n"],
    ["tabs", "Arsenal\thome\t2022-23\tL\nBrazil\taway\t2002\tM\tgift\n"],
  ])("of several columns has those of its cells: %s", (_, text) => {
    expect(read(text).header).toEqual(["title", "kit_type", "season", "size", ""]);
  });

  it.each([
    ["known headings", "Club\nArsenal\n"],
    ["headings that we don't know", "Verein;Trikot\nArsenal;Heim\n"],
    ["a known heading among others", "Verein;Saison\nArsenal;2022-23\n"],
  ])("isn't one with %s", (_, text) => {
    const { rows, isHeadless } = read(text);
    expect(isHeadless).toBeUndefined();
    expect(rows).toHaveLength(1);
  });
});

it("takes a column for states only if its cells are states", () => {
  const guess = (...cells: string[]) =>
    guessColumns(
      ["Club", "Dispo"],
      cells.map((cell, n) => ({ line: n + 2, cells: ["PSG", cell] })),
    )[1];
  expect(guess("possédé", "recherché", "vendu")).toBe("wanted");
  expect(guess("oui", "oui", "recherchée")).toBeNull();
  expect(guess("belle pièce", "recherché", "cadeau")).toBeNull();
});

it("guesses kits under any heading, also with a word that nobody knows", () => {
  const guess = (header: string[], ...cells: string[][]) =>
    guessColumns(
      header,
      cells.map((row, n) => ({ line: n + 2, cells: row })),
    );
  const kits = ["domicile", "home", "third", "extérieur"];
  const withType = kits.map((kit) => ["PSG", kit, "replica"]);
  expect(guess(["Club", "Modèle", "Type"], ...withType)).toEqual(["team", "kit_type", "version"]);
  const withOdd = [...kits, "collector"].map((kit) => ["PSG", kit]);
  expect(guess(["Club", "Modèle"], ...withOdd)).toEqual(["team", "kit_type"]);
  expect(guess(["Club", "Modèle"], ["PSG", "home"], ["OM", "Copa"])).toEqual(["team", null]);
});

it("keeps a title as it is where the list has a column for teams", () => {
  const { header, rows } = read("Club;Titre\n;Arsenal home 2022-23\n");
  const [line] = readLines(rows, guessColumns(header), OPTIONS);
  expect(line!.line!.jersey).toMatchObject({ team: null, title: "Arsenal home 2022-23" });
});

describe("a column of numbers", () => {
  const mappingOf = (numbers: readonly string[]) => {
    const lines = numbers.map((number, n) => `${number};Club ${n};Vinted`);
    const { header, rows } = read(["N°;Club;Acheté où", ...lines].join("\n"));
    return guessColumns(header, rows);
  };

  it("that numbers the lines is no number on the back, also with gaps and a row of totals", () => {
    const counted = ["1", "2", "3", "5", "6", "7", "8", "10", "11", "Total"];
    expect(mappingOf(counted)).toEqual([null, "team", "bought_from"]);
  });

  it("in no order is the number on the back", () => {
    const worn = ["10", "7", "9", "10", "1", "23", "8", "4", "99"];
    expect(mappingOf(worn)).toEqual(["printed_number", "team", "bought_from"]);
  });
});
