import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

import {
  COLUMNS,
  copyRow,
  type ExchangedCopy,
} from "../../app/collect/domain/exchange/collection-file.ts";
import { readCollection } from "../../app/collect/domain/exchange/collection-table.ts";
import { guessColumns } from "../../app/collect/domain/exchange/columns.ts";
import { readLines } from "../../app/collect/domain/exchange/read-line.ts";
import { csv } from "../../app/shared/domain/write-csv.ts";
import { sheetsOf } from "../../app/shared/import/sheets-of.ts";
import { temporaryFolder } from "../support/server.ts";

// An exported collection comes back the same after LibreOffice has opened and saved it, in each language of the site.

const run = promisify(execFile);
const isThere = await run("soffice", ["--version"]).then(
  () => true,
  () => false,
);
if (!isThere)
  console.warn("LibreOffice isn't installed (apt install libreoffice-calc-nogui): not tested");

/** Comma, quote, UTF-8, from line 1; the language; numbers and dates of every kind are looked for. */
const filter = (separator: number, language: number) =>
  `Text - txt - csv (StarCalc):${separator},34,76,1,,${language},false,true`;

const LANGUAGES = [
  ["fr", 1036],
  ["en", 1033],
  ["es", 3082],
  ["pt", 1046],
] as const;

const NOTHING = {
  ...{ competition: null, brand: null, kit_type: null, year: null, season: null },
};
const copy = (jersey: object, details: object) =>
  ({
    id: crypto.randomUUID(),
    added_at: "2024-03-01T13:01:12.937Z",
    photos: [],
    ...details,
    jersey: { id: null, league: "SOCCER", ...NOTHING, ...jersey },
  }) as unknown as ExchangedCopy;

const COPIES = [
  copy(
    { title: "PSG 2011-2012", team: "PSG", season: "2011-12", year: 2011, kit_type: "home" },
    {
      ...{ size: "10-12", size_scale: "youth", printed_number: "00", bought_on: "2019-08" },
      ...{ price: 45.5, currency: "EUR", notes: "- état 3/4" },
    },
  ),
  copy(
    { title: "=1+1", team: "OM", season: "1998", year: 1998 },
    {
      ...{ size: "3/4", printed_number: "07", bought_on: "2019", price: 1234.5, currency: "EUR" },
      ...{ notes: "+33 6", is_signed: true, signed_by: "Papin" },
    },
  ),
  copy(
    { title: "Lens 2001-2002", team: "Lens", season: "2001-02", year: 2001, brand: "1,5" },
    {
      ...{ size: "1E10", printed_number: "1", bought_on: "2019-07-31", storage_place: "0123" },
      ...{ price: 0.5, currency: "USD" },
    },
  ),
];

function read(bytes: Uint8Array) {
  const table = readCollection(bytes);
  const options = { dates: "dmy", currency: "EUR", league: "SOCCER" } as const;
  return readLines(table.rows, guessColumns(table.header, table.rows), options).map(
    ({ line, refusals }) => line && { ...line, key: "", line: 0, refusals },
  );
}

async function open(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path);
  if (path.endsWith(".csv")) return bytes;
  const answer = await sheetsOf(bytes, 100);
  if ("problem" in answer) throw new Error(answer.problem);
  return new TextEncoder().encode(answer.sheets[0]!.lines);
}

describe.skipIf(!isThere)("an exported collection, opened and saved by LibreOffice", () => {
  test.each(LANGUAGES)("comes back the same in %s, twice in a row", async (_, language) => {
    const folder = await temporaryFolder();
    const text = csv(COPIES.map(copyRow), COLUMNS);
    const expected = read(new TextEncoder().encode(text));
    expect(expected).toHaveLength(COPIES.length);
    await writeFile(join(folder, "list.csv"), text);
    const convert = async (from: string, to: string, into: string) => {
      await run("soffice", [
        `-env:UserInstallation=file://${folder}/profile`,
        "--headless",
        ...(from.endsWith(".csv") ? [`--infilter=${filter(44, language)}`] : []),
        "--convert-to",
        to,
        ...["--outdir", join(folder, into), join(folder, from)],
      ]);
    };
    const asCsv = `csv:${filter(59, language)}`;
    // A workbook keeps that a cell is a text; a CSV that a spreadsheet wrote says so no more.
    for (const [from, to, path] of [
      ["list.csv", "xlsx", "once/list.xlsx"],
      ["list.csv", "ods", "once/list.ods"],
      ["list.csv", asCsv, "once/list.csv"],
      ["once/list.xlsx", "ods", "twice/list.ods"],
      ["once/list.ods", "xlsx", "twice/list.xlsx"],
      ["once/list.ods", asCsv, "twice/list.csv"],
    ] as const) {
      await convert(from, to, path.split("/")[0]!);
      expect(read(await open(join(folder, path))), path).toEqual(expected);
    }
  });
});
