import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  dateOf,
  orderIn,
  orderOf,
  priceOf,
  seasonOf,
} from "../../../shared/domain/import/numbers.ts";
import { FileError } from "../../../shared/domain/import/read-table.ts";
import { csv } from "../../../shared/domain/write-csv.ts";
import { readCollection } from "./collection-table.ts";
import { LANGUAGES } from "../../../shared/i18n/languages.ts";
import { guessColumns, likelyPreset, TEMPLATE } from "./guess-columns.ts";
import { readLines, type ReadOptions } from "./read-line.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const cells = (bytes: Uint8Array) => readCollection(bytes).rows.map((row) => row.cells);
const OPTIONS: ReadOptions = { dates: "dmy", currency: "EUR", league: "SOCCER" };

/** The lines of a file; none if it is refused. Another error is thrown on. */
function linesOrProblem(bytes: Uint8Array) {
  try {
    const { header, rows } = readCollection(bytes);
    return readLines(rows, guessColumns(header), OPTIONS);
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
}

describe("a file", () => {
  test.each([
    ["commas", 'a,b\n1,"2,5"\n', [["1", "2,5"]]],
    ["semicolons", "a;b\r\n1;2,5\r\n", [["1", "2,5"]]],
    ["tabs", "a\tb\n1\t2,5\n", [["1", "2,5"]]],
    ["a byte order mark", "\uFEFFa,b\n1,2\n", [["1", "2"]]],
    ["Excel's hint", "sep=;\na;b\n1;2\n", [["1", "2"]]],
    ["lines of other lengths and empty ones", "a,b\n1\n\n,\n1,2,3\n", [["1"], ["1", "2", "3"]]],
    ["a line break in quotes", 'a,b\n"x\ny",2\n', [["x\ny", "2"]]],
  ])("is read with %s", (_, text, expected) => {
    expect(cells(utf8(text))).toEqual(expected);
  });

  test("is read in Windows-1252 and UTF-16 too", () => {
    const latin = Uint8Array.from("prix;état\n5 \x80;us\xe9\n", (char) => char.charCodeAt(0));
    expect(cells(latin)).toEqual([["5 €", "usé"]]);
    const wide = Buffer.from("\uFEFFa,b\né,2\n", "utf16le");
    expect(cells(new Uint8Array(wide))).toEqual([["é", "2"]]);
  });

  test("knows its lines", () => {
    expect(readCollection(utf8('a,b\n"x\ny",2\n3,4\n')).rows.map(({ line }) => line)).toEqual([
      3, 4,
    ]);
  });

  test.each([
    ["tooLarge", utf8("a,b\n".repeat(1_300_000))],
    ["tooManyRows", utf8(`a,b\n${"1,2\n".repeat(5001)}`)],
    ["tooManyRows", utf8(JSON.stringify(Array.from({ length: 5001 }, () => ({ a: 1 }))))],
    ["tooManyColumns", utf8(",".repeat(4_900_000))],
    ["tooManyColumns", utf8(`a,b\n1,2\n${",".repeat(4_900_000)}\n`)],
    ["quotes", utf8(`a,b\n1,"2\n${"3,4\n".repeat(1_000_000)}`)],
    ["noRows", utf8(" \n")],
    ["noRows", utf8("a,b\n")],
    ["noRows", utf8("[]")],
    ["notText", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])],
    ["spreadsheet", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2])],
    ["unreadable", utf8('{"format": ')],
    ["otherJson", utf8('{"a": 1}')],
    ["newer", utf8('{"format": "maillotheque-collection", "version": 2, "copies": []}')],
  ] as const)("is refused as %s", (problem, bytes) => {
    expect(() => readCollection(bytes)).toThrow(expect.objectContaining({ problem }));
  });

  test("of any bytes is read or refused, never anything else", () => {
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: "binary", maxLength: 300 }).map(utf8),
      fc.json().map(utf8),
      fc
        .array(fc.constantFrom('"', ",", ";", "\t", "\n", "\r", "a", "'", "=", "é"))
        .map((all) => utf8(all.join(""))),
    );
    fc.assert(
      fc.property(noise, (bytes) => {
        const lines = linesOrProblem(bytes);
        expect(
          lines.every(({ line, refusals }) => Boolean(line) !== Boolean(refusals?.length)),
        ).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("that was written is read back", () => {
    const text = fc
      .string({ unit: "grapheme", maxLength: 30 })
      .filter((value) => !/[\0-\x08\x0e-\x1f]/.test(value));
    fc.assert(
      fc.property(fc.array(fc.record({ a: text, b: text }), { minLength: 1 }), (rows) => {
        const filled = rows.map((row) => ({ n: 1, ...row }));
        expect(cells(utf8(csv(filled)))).toEqual(rows.map(({ a, b }) => ["1", a, b]));
      }),
    );
  });
});

describe("columns", () => {
  test.each([
    [
      "Club;Saison;Taille;État;Prix d'achat;Date d'achat;Joueur",
      "team season size condition price bought_on printed_name",
    ],
    [
      "Team;Season;Size;Condition;Price paid?;Purchase date;Notes",
      "team season size condition  bought_on notes",
    ],
    [
      "Equipo;Temporada;Talla;Estado;Precio;Dorsal;Marca",
      "team season size condition price printed_number brand",
    ],
    [
      "Time;Temporada;Tamanho;Estado;Preço;Número;Observações",
      "team season size condition price printed_number notes",
    ],
    [
      "Artist;Title;release_id;Collection Media Condition;Label;Released",
      "team title  condition brand year",
    ],
    ["Club;Équipe", "team "],
  ])("of %s are guessed", (header, expected) => {
    expect(
      guessColumns(header.split(";"))
        .map((column) => column ?? "")
        .join(" "),
    ).toBe(expected);
  });

  test("of our own export are recognised", () => {
    expect(likelyPreset(["jersey_id", "size_scale", "printed_name"])).toBe("own");
    expect(likelyPreset(["release_id"])).toBe("discogs");
    expect(likelyPreset(["Club"])).toBe("spreadsheet");
  });
});

test.each([
  ["49,90", 49.9, null],
  ["1.234,50 €", 1234.5, "EUR"],
  ["$1,234.50", 1234.5, "USD"],
  ["R$ 299", 299, "BRL"],
  ["1 234 CHF", 1234, "CHF"],
  ["1'000", 1000, null],
  ["1.234", 1234, null],
  ["12,5", 12.5, null],
])("the price %s", (text, amount, currency) => {
  expect(priceOf(text)).toEqual({ amount, currency });
});

test.each(["", "gratuit", "1,2,3.4.5", "12 bananes", "1-2"])("no price: %s", (text) => {
  expect(priceOf(text)).toBeUndefined();
});

test("dates are read in the column's order", () => {
  expect(dateOf("31/07/2019", "dmy")).toBe("2019-07-31");
  expect(dateOf("07/31/2019", "mdy")).toBe("2019-07-31");
  expect(dateOf("7.2019", "dmy")).toBe("2019-07");
  for (const [said, day] of [
    ["décembre 2012", "2012-12"],
    ["Dec. 2012", "2012-12"],
    ["1er mars 2015", "2015-03-01"],
    ["31 de julio de 2019", "2019-07-31"],
    ["July 31, 2019", "2019-07-31"],
    ["31 févr. 2019", undefined],
    ["fin 2012", undefined],
  ] as const) {
    expect(dateOf(said, "mdy"), said).toBe(day);
  }
  expect(dateOf("2019-07-31 10:00", "dmy")).toBe("2019-07-31");
  for (const text of ["29/02/2019", "2019-13", "hier", "2/19", "31/02/19", "1/2/019"])
    expect(dateOf(text, "dmy")).toBeUndefined();
});

test("a year of two digits is the latest that isn't to come", () => {
  const now = new Date().getFullYear();
  const digits = (year: number) => String(year % 100).padStart(2, "0");
  expect(dateOf("01/02/99", "dmy")).toBe("1999-02-01");
  expect(dateOf("01/02/05", "mdy")).toBe("2005-01-02");
  expect(dateOf(`1.2.${digits(now)}`, "dmy")).toBe(`${now}-02-01`);
  expect(dateOf(`1.2.${digits(now + 1)}`, "dmy")).toBe(`${now - 99}-02-01`);
});

test.each([
  ["two cells that can be read one way only", ["12/03/2013", "01/31/2019", "02/28/2019"], "mdy"],
  ["all that it has", ["31/01/2019"], "dmy"],
  ["nothing of itself", ["12/03/2013", "04/05/2014"], undefined],
  ["no impossible cell", ["12/03/2013", "32/13/2016", "13/32/2016", "hier"], undefined],
  ["no single odd cell", ["12/03/2013", "04/05/2014", "12/25/2013"], undefined],
  ["no cells that contradict each other", ["31/01/2019", "30/01/2019", "12/25/2013"], undefined],
])("the order of a column is decided by %s", (_, dates, order) => {
  expect(orderOf(dates).order).toBe(order);
});

test("the cells to ask about are those that are another day in the other order", () => {
  const { open } = orderOf(["12/03/2013", " 04/04/2014", "31/01/2019", "2019-02-03", "5/6/2015 "]);
  expect(open).toEqual(["12/03/2013", "5/6/2015"]);
  expect(["fr", "en-GB", "es", "pt", "en-US"].map(orderIn)).toEqual([
    "dmy",
    "dmy",
    "dmy",
    "dmy",
    "mdy",
  ]);
});

test.each(LANGUAGES)("the headings of the template are known: %s", async (lang) => {
  const { default: texts } = (await import(`../../messages/${lang}/exchange.json`)) as {
    default: { fields: Record<string, string> };
  };
  expect(guessColumns(TEMPLATE.map((column) => texts.fields[column]!))).toEqual(TEMPLATE);
});

test("seasons are read as people write them", () => {
  expect(["2024/25", "24-25", "2024-2025", "2024", "99/00"].map(seasonOf)).toEqual([
    "2024-25",
    "2024-25",
    "2024-25",
    "2024",
    "1999-00",
  ]);
  expect(["2024/26", "saison", "24"].map(seasonOf)).toEqual([undefined, undefined, undefined]);
});

describe("lines", () => {
  const read = (text: string) => {
    const { header, rows } = readCollection(utf8(text));
    return readLines(rows, guessColumns(header), OPTIONS);
  };

  test("say what they mean, in several languages", () => {
    const [line] = read(
      "Club;Type;Taille;Etat;Prix;Date d'achat;Signé par\nPSG;Domicile;M;Très bon;49,90 €;31/07/2019;Zlatan\n",
    );
    expect(line!.line).toMatchObject({
      jersey: { team: "PSG", kit_type: "home", league: "SOCCER" },
      details: {
        size: "M",
        condition: "very_good",
        price: 49.9,
        currency: "EUR",
        bought_on: "2019-07-31",
        is_signed: true,
        signed_by: "Zlatan",
      },
    });
  });

  test("are refused with all their reasons", () => {
    const [line] = read(`Club,Saison,Année,Taille\n,hier,12,${"L".repeat(21)}\n`);
    expect(line!.refusals!.map(({ column, problem }) => `${column} ${problem}`).toSorted()).toEqual(
      ["season season", "size tooLong", "title noJersey", "year year"],
    );
  });

  test("leave a date, price or number that can't be read out, and say so", () => {
    const [line, other] = read(
      "Club,Prix,Devise,Date d'achat,Numéro,Prêté depuis\nPSG,1e9,EUR,31/02/2019,abc,bientôt\nPSG,50,écus,2400,10,bientôt\n",
    );
    const said = (one: typeof line) =>
      one!.line!.emptied.map(({ column, problem }) => `${column} ${problem}`).toSorted();
    expect(said(line)).toEqual([
      "bought_on date",
      "lent_since date",
      "price price",
      "printed_number number",
    ]);
    expect(said(other)).toEqual(["bought_on future", "currency currency", "lent_since date"]);
    // A known copy keeps what the file doesn't say, and no price without a currency.
    expect([line!.line!.given, other!.line!.given]).toEqual([[], ["printed_number"]]);
    expect(other!.line!.details).toMatchObject({ price: null, currency: null });
  });

  test("leave a word that isn't known out, and say so", () => {
    const [line, known] = read(
      "Club,État,Signé,Type\nPSG,magnifique,peut-être,pyjama\nPSG,Neuf avec étiquette,oui,Domicile\n",
    );
    expect(line!.line).toMatchObject({
      jersey: { team: "PSG", kit_type: null },
      details: { condition: null, is_signed: false },
      given: [],
      emptied: [
        { column: "kit_type", problem: "word", value: "pyjama" },
        { column: "condition", problem: "word", value: "magnifique" },
        { column: "is_signed", problem: "word", value: "peut-être" },
      ],
    });
    expect(known!.line).toMatchObject({
      jersey: { kit_type: "home" },
      details: { condition: "new_with_tags", is_signed: true },
      emptied: [],
    });
  });

  test("have a key each, which stays with another order and other options", () => {
    const keys = (text: string) => read(text).map((line) => line.line!.key);
    const [first, again, other] = keys("Club,Taille\nPSG,M\nPSG,M\nOM,L\n");
    expect(new Set([first, again, other]).size).toBe(3);
    expect(keys("Club,Taille\nOM,L\nPSG,M\nPSG,M\n")).toEqual([other, first, again]);
  });
});
