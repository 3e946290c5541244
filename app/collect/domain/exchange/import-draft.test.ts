import { expect, test } from "vitest";

import { type Candidate, checked, withFound } from "./dry-run.ts";
import { chosenIn, correctedLines, fileOf, marksWithChoices, withChoices } from "./import-draft.ts";
import { checkedMark, markWithFound, readMarks } from "./marks.ts";
import type { Mapping } from "./columns.ts";
import { readLine, type ReadLine, readLines, type ReadOptions } from "./read-line.ts";

const OPTIONS: ReadOptions = { dates: "dmy", currency: "EUR", league: "SOCCER" };
const MAPPING: Mapping = ["team", "title", "season"];
const TABLE = {
  header: ["Club", "Titre", "Saison"],
  rows: [
    ["Lens", "Maillot 1998", ""],
    ["Lens", "Maillot 1999", ""],
    ["Lens", "Maillot 2000", "pas une saison"],
  ].map((cells, n) => ({ line: n + 2, cells })),
};

const candidate = (id: string, sure: boolean): Candidate => ({
  ...{ id, title: id, team: "Lens", season: null, year: null, kit_type: null },
  sure,
});
const dryRun = (lines: readonly ReadLine[]) =>
  lines.map((read, n) =>
    checked(read, read.line && { known: null, candidates: [candidate("near", n === 0)] }),
  );

test("choices, found jerseys and corrections of a dry run come back with its file", () => {
  const [sure, unmatched, refused] = dryRun(readLines(TABLE.rows, MAPPING, OPTIONS));
  expect([sure, unmatched, refused].map((line) => line?.verdict)).toEqual([
    "new",
    "unmatched",
    "refused",
  ]);
  const { read } = refused!;
  const corrected = readLine(read, { ...read.values, season: "2000-01" }, OPTIONS);
  const chosen = [
    { ...sure!, choice: "leave" as const },
    withFound(unmatched!, { ...candidate("found", false), is_found: true }),
    { ...dryRun([refused!.read, corrected])[1]!, choice: "keep" as const },
  ];
  const draft = structuredClone(chosenIn(chosen, [], MAPPING));

  const again = readLines(TABLE.rows, MAPPING, OPTIONS);
  const back = withChoices(dryRun(correctedLines(again, draft, OPTIONS)), draft);
  expect(back.map(({ choice }) => choice)).toEqual(["leave", { jersey: "found" }, "keep"]);
  expect(back[2]?.read.line?.jersey.season).toBe("2000-01");
});

test("so do wishes for which a jersey was found, unless the member has marked it", () => {
  const [mark] = readMarks([{ jersey: { title: "Maillot 1998", team: "Lens" } }], []);
  const found: Candidate = { ...candidate("found", false), is_found: true };
  const unmatched = checkedMark(mark!, { candidates: [] });
  expect(unmatched.verdict).toBe("unmatched");
  const chosen = [markWithFound(unmatched, found)];
  const draft = structuredClone(chosenIn([], chosen, MAPPING));
  expect(marksWithChoices([unmatched], draft)).toEqual(chosen);

  const wished = checkedMark(mark!, { candidates: [{ ...found, mine: "wish" }] });
  expect(markWithFound(wished, found)).toBe(wished);
});

test("a choice that isn't possible any more is left out", () => {
  const lines = dryRun(readLines(TABLE.rows, MAPPING, OPTIONS));
  const draft = { corrected: {}, found: {}, marks: {}, foundMarks: {}, choices: {} };
  const gone = { ...draft, choices: { 0: { jersey: "gone" } } };
  expect(withChoices(lines, gone)[0]?.choice).toEqual({ jersey: "near" });
  expect(withChoices(lines, { ...draft, choices: { 2: "keep" } })[2]?.choice).toBe("leave");
});

test("a file that differs in one cell is another", () => {
  const other = { ...TABLE, rows: TABLE.rows.with(0, { line: 2, cells: ["Lens", "", ""] }) };
  expect(fileOf(other)).not.toBe(fileOf(TABLE));
  expect(fileOf(structuredClone(TABLE))).toBe(fileOf(TABLE));
});
