import { expect, test } from "vitest";

import { readCollection } from "./collection-table.ts";
import { guessColumns } from "./columns.ts";
import { isReadable, questionOf, readLines } from "./read-line.ts";

const OPTIONS = { dates: "dmy", currency: "EUR", league: "SOCCER" } as const;
const asked = (list: string) => {
  const { header, rows } = readCollection(new TextEncoder().encode(list));
  const [read] = readLines(rows, guessColumns(header), OPTIONS).filter(isReadable);
  return questionOf(read!);
};

test("the title says season and kit where no column does", () => {
  expect(asked("equipo,nombre\nBayern Munich,25/26 Bayern Munich away\n").jersey).toMatchObject({
    team: "Bayern Munich",
    season: "2025-26",
    kit_type: "away",
  });
  const stated = asked("Équipe,Titre,Saison,Type\nPSG,25/26 PSG away,2024-25,domicile\n").jersey;
  expect(stated).toMatchObject({ season: "2024-25", kit_type: "home" });
});

test("a season that a spreadsheet took for a date keeps the date in the notes", () => {
  const { header, rows } = readCollection(
    new TextEncoder().encode("Équipe,Saison\nPSG,01/12/2011"),
  );
  const [read] = readLines(rows, guessColumns(header), OPTIONS).filter(isReadable);
  expect(read).toMatchObject({
    line: { jersey: { season: "2011-12" }, details: { notes: "01/12/2011" } },
  });
});

test("a word for a kit that nobody knows is asked as it is, and the screen's sport isn't", () => {
  const unknown = asked("Équipe,Saison,Type,Sport\nBenfica,2025-26,Extérieur 2,Bundesliga\n");
  expect(unknown.jersey).toMatchObject({ kit_type: "Extérieur 2", league: null });
  expect(asked("Équipe,Sport\nSpurs,Football\n").jersey.league).toBe("SOCCER");
});

test("words that were read as facts aren't asked as a title again", () => {
  expect(asked("Titre\nPSG domicile 2025-26\n").jersey).toMatchObject({ team: "PSG", title: null });
});

test("what a cell says beside its fact is read or kept", () => {
  const lineOf = (list: string, labels = {}) => {
    const { header, rows } = readCollection(new TextEncoder().encode(list));
    const options = { ...OPTIONS, labels };
    const [read] = readLines(rows, guessColumns(header, rows), options).filter(isReadable);
    return read!.line;
  };
  expect(lineOf("Club,Saison,Flocage\nArgentine,2022,Messi #10\n").details).toMatchObject({
    printed_name: "Messi",
    printed_number: "10",
  });
  expect(lineOf("Club,Saison,Flocage,Numéro\nMilan,2001,Shevchenko 7,\n").details).toMatchObject({
    printed_name: "Shevchenko 7",
  });
  expect(lineOf("Club,Saison\nLens,98\n")).toMatchObject({
    jersey: { season: "1998" },
    details: { notes: "98" },
  });
  // For sale is still there; one that is there is no wish.
  const sold = "Club,Saison,Statut\nLens,1998,recherché\nOM,2010,";
  expect(lineOf(`${sold}à vendre\n`.replace("Lens,1998,recherché\n", ""))).toMatchObject({
    away: undefined,
  });
  const labels = { count: "Possédé :" };
  const held = lineOf("Club,Saison,Possédé,Statut\nMilan,2021-22,1,recherché\n", labels);
  expect(held.isWanted).toBeUndefined();
  expect(held.details.notes).toContain("recherché");
  // A quantity may be how many are looked for.
  const sought = "Club,Saison,Qté,Statut\nMilan,2021-22,1,je cherche\n";
  expect(lineOf(sought, { count: "Qté :" }).isWanted).toBe(true);
  // No shirts of the collection: only by a press.
  for (const [list, away] of [
    ["vendu Juventus 2019\nLens 1998\n", "vendu"],
    ["PSG 2015 (échangé)\nLens 1998\n", "échangé"],
    ["Club,Saison,Prix\nTOTAL,,520\n", "TOTAL"],
    ["Club,Notes\nPackers,Vendu le 03/2021\n", "Vendu le 03/2021"],
    ["Club,Notes\nPackers,vendu 45 €\n", "vendu 45 €"],
    ["Club,Notes\nPackers,échangé à Paul\n", "échangé à Paul"],
    ["Club,Notes\nPackers,vendu avec étiquette\n", undefined],
  ] as const) {
    expect(lineOf(list).away, list).toBe(away);
  }
});

test("an offer goes into the notes, as a column, a state or a word before the shirt", () => {
  const linesOf = (list: string, labels = {}) => {
    const { header, rows } = readCollection(new TextEncoder().encode(list));
    const options = { ...OPTIONS, labels };
    return readLines(rows, guessColumns(header, rows), options).filter(isReadable);
  };
  const notesOf = (list: string, labels = {}) =>
    linesOf(list, labels).map(({ line }) => line.details.notes);
  const labels = { for_sale: "À vendre :", for_exchange: "À échanger :" };
  expect(notesOf("Club;À vendre;À échanger\nLens;oui;non\nOM;45 €;x\nPSG;;\n", labels)).toEqual([
    "À vendre : oui",
    "À vendre : 45 €\nÀ échanger : x",
    null,
  ]);
  expect(
    notesOf("Club;À vendre / échange\nLens;x\n", { for_sale: "À vendre / échange :" }),
  ).toEqual(["À vendre / échange : x"]);
  const states = "Club;Statut\nLens;à vendre\nOM;en collection\nPSG;à vendre ou à échanger\n";
  expect(notesOf(states, { wanted: "Statut :" })).toEqual([
    "Statut : à vendre",
    null,
    "Statut : à vendre ou à échanger",
  ]);
  const [named] = linesOf("À vendre : PSG domicile 1998-99\n");
  expect(named!.line).toMatchObject({
    ...{ jersey: { team: "PSG" }, away: undefined },
    details: { notes: "À vendre : PSG domicile 1998-99" },
  });
});
