import fc from "fast-check";
import { expect, test } from "vitest";

import { SIZE_SCALES } from "../copies/copy-details.ts";
import { tidy } from "../../../shared/domain/rules/text.ts";
import { FORMAT, VERSION } from "./collection-file.ts";
import { guessColumns } from "./columns.ts";
import { isReadable, readLines } from "./read-line.ts";
import {
  checkedMark,
  isLacking,
  wishOfLine,
  type Mark,
  type MarkCandidate,
  splitMarks,
} from "./marks.ts";
import { readCollection } from "./collection-table.ts";

const jersey = { id: "6f1f0f6e-3b5c-4b8e-9d6e-0d6a4cf4a111", title: "Domicile", team: "PSG" };
const read = (lists: object): Mark[] =>
  readCollection(
    new TextEncoder().encode(
      JSON.stringify({ format: FORMAT, version: VERSION, copies: [], ...lists }),
    ),
  ).marks ?? [];

const text = (maxLength: number) =>
  fc
    .string({ unit: "grapheme", maxLength })
    .map((value) => tidy([...value].slice(0, maxLength).join("")) || null);
const wish = fc
  .record({
    jersey: fc.constant(jersey),
    added_at: fc
      .date({ min: new Date("1901-01-01"), max: new Date("2024-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString()),
    size_scale: fc.option(fc.constantFrom(...SIZE_SCALES)),
    size: text(20),
    highest_price: fc.option(fc.integer({ min: 0, max: 100_000_000 }).map((cents) => cents / 100)),
    note: text(500),
  })
  .map((one) => ({ ...one, currency: one.highest_price === null ? null : "CHF" }));

test("wishes and votes that were exported are read back exactly", () => {
  fc.assert(
    fc.property(fc.array(wish, { minLength: 1, maxLength: 4 }), (wishes) => {
      const marks = read({ wishes, votes: [{ jersey, vote: "down" }] });
      expect(marks).toHaveLength(wishes.length + 1);
      for (const [n, { jersey: _, added_at, ...details }] of wishes.entries()) {
        expect(marks[n]!.said).toEqual({ kind: "wish", added_at, details });
      }
      expect(marks.at(-1)!.said).toEqual({ kind: "vote", vote: "down" });
    }),
  );
});

test.each([
  ["Club,Saison,Type,Taille,Recherché\nPSG,1998-99,domicile,L,x\nOM,,,,\nLens,,,,non\n", 1],
  ["Club,Saison,Type,Taille,État\nPSG,1998-99,domicile,L,wanted\nOM,,,,bon\n", 1],
  ["Club,Saison,Type,Taille,Wanted,Owned\nPSG,1998-99,domicile,L,1,0\nOM,,,,1,1\n", 1],
  ["Equipo,Temporada,Tipo,Talla,Estado\nPSG,1998-99,local,L,buscado\n", 1],
  ["Club,Saison,Type,Taille,Statut\nPSG,1998-99,domicile,L,recherché\nOM,,,,possédé\n", 1],
  ["Club,Saison,Type,Taille,Quantité,Statut\nPSG,1998-99,domicile,L,2,recherché\n", 1],
])("lines of a list wish for what is wanted: %j", (text, amount) => {
  const { header, rows } = readCollection(new TextEncoder().encode(text));
  const options = { dates: "dmy", currency: "EUR", league: "SOCCER" } as const;
  const lines = readLines(rows, guessColumns(header, rows), options).filter(isReadable);
  const wanted = lines.filter(({ line }) => line.isWanted).map((line) => wishOfLine(line));
  expect(wanted).toHaveLength(amount);
  const others = lines.filter(({ line }) => !line.isWanted);
  expect(others.map(({ line }) => line.details.notes)).toEqual(others.map(() => null));
  expect(wanted[0]).toMatchObject({
    jersey: { team: "PSG", season: "1998-99", kit_type: "home" },
    said: { kind: "wish", details: { size: "L", note: null } },
  });
});

test("the note of a wish keeps what a wish has no field for", () => {
  const { header, rows } = readCollection(
    new TextEncoder().encode(
      "Club,Saison,Type,Taille,Joueur,État,Recherché,Remarques\nPSG,1998-99,domicile,L,Raí,neuf,x,urgent\n",
    ),
  );
  const options = { dates: "dmy", currency: "EUR", league: "SOCCER" } as const;
  const [line] = readLines(rows, guessColumns(header, rows), options).filter(isReadable);
  const { said, row } = wishOfLine(line!, { condition: "État :", printed_name: "Joueur :" });
  expect(said).toMatchObject({ details: { note: "urgent\nÉtat : neuf\nJoueur : Raí" } });
  expect(row).toBe(rows[0]);
});

test.each([
  { wishes: [{ jersey, size: "x".repeat(21) }] },
  { wishes: [{ jersey, highest_price: -1, currency: "EUR" }] },
  { wishes: [{ jersey, highest_price: 1 }] },
  { wishes: [{ jersey, size_scale: "giant" }] },
  { votes: [{ jersey, vote: "sideways" }] },
  { votes: [{}] },
])("what breaks a rule is refused: %j", (lists) => {
  const [mark] = read(lists);
  expect(checkedMark(mark!, { candidates: [] })).toMatchObject({
    verdict: "refused",
    choice: "leave",
  });
});

test.each([{ wishes: 7, votes: [{ jersey, vote: "up" }] }, { votes: [null, 1, { vote: "up" }] }])(
  "reads no more than objects of lists: %j",
  (lists) => {
    expect(read(lists)).toHaveLength(1);
  },
);

const candidate = (over: Partial<MarkCandidate>): MarkCandidate => ({
  ...jersey,
  season: null,
  year: null,
  kit_type: null,
  sure: true,
  mine: null,
  ...over,
});

test.each([
  [[candidate({})], "new"],
  [[candidate({}), candidate({ sure: false })], "new"],
  [[candidate({ mine: "down" })], "duplicate"],
  [[candidate({ sure: false })], "unmatched"],
  [[candidate({}), candidate({})], "unmatched"],
  [[], "unmatched"],
] as const)("with the jerseys %j a vote is %s", (candidates, verdict) => {
  const [mark] = read({ votes: [{ jersey, vote: "up" }] });
  const checked = checkedMark(mark!, { candidates: [...candidates] });
  expect(checked.verdict).toBe(verdict);
  expect(splitMarks([checked]).sent.map(({ sent }) => sent)).toEqual(
    verdict === "new" ? [{ key: "vote#0", jersey_id: jersey.id, kind: "vote", vote: "up" }] : [],
  );
});

test("each wish and vote is made, left or there already", () => {
  const [vote] = read({ votes: [{ jersey, vote: "up" }] });
  const [wished] = read({ wishes: [{ jersey }] });
  const sure = { candidates: [candidate({})] };
  const { sent, left, owned, repeated } = splitMarks([
    ...[checkedMark(wished!, sure), checkedMark(vote!, sure), checkedMark(wished!, sure)],
    ...[
      checkedMark(wished!, { candidates: [candidate({ mine: "wish" })] }),
      checkedMark(wished!, { candidates: [] }),
    ],
  ]);
  expect(sent.map((one) => one.sent.kind)).toEqual(["wish", "vote"]);
  expect(left.map(isLacking)).toEqual([true]);
  expect([owned, repeated]).toEqual([1, 1]);
});

test("a wish for a shirt that the catalogue lacks keeps what the list says, once", () => {
  const { header, rows } = readCollection(
    new TextEncoder().encode(
      "Club,Saison,Type,Recherché\nOM,1992-93,domicile,x\nOM,1992-93,domicile,x\n,,,x\n",
    ),
  );
  const options = { dates: "dmy", currency: "EUR", league: "SOCCER" } as const;
  const wishes = readLines(rows, guessColumns(header, rows), options)
    .filter(isReadable)
    .map((line) => wishOfLine(line));
  const match = { candidates: [], teams: { SOCCER: "Olympique de Marseille" } };
  const facts = {
    team: "Olympique de Marseille",
    league: "SOCCER",
    title: "Olympique de Marseille 1992-93",
    season: "1992-93",
    kit_type: "home",
  } as const;
  const checked = wishes.map((mark) => checkedMark(mark, match));
  expect(checked[0]).toMatchObject({ verdict: "unmatched", choice: "keep", own: facts });
  const { sent, left, repeated } = splitMarks(checked);
  expect(sent.map((one) => one.sent)).toMatchObject([{ kind: "wish", facts }]);
  expect([left.length, repeated]).toEqual([0, checked.length - 1]);
  expect(checkedMark(wishes[0]!, match, [facts]).verdict).toBe("duplicate");
  // A jersey that has left the catalogue is no shirt of one's own.
  const [gone] = read({ wishes: [{ jersey }] });
  expect(checkedMark(gone!, match)).toMatchObject({ own: undefined, choice: "leave" });
});
