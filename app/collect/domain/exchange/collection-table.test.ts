import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { dateOf, orderIn, orderOf, sizeOfDate } from "../../../shared/domain/import/dates.ts";
import type { FormerJersey } from "../copies/copy.ts";
import { FileError } from "../../../shared/domain/import/file-error.ts";
import { priceOf } from "../../../shared/domain/import/prices.ts";
import { seasonOf, seasonOfDate } from "../../../shared/domain/import/seasons.ts";
import { csv } from "../../../shared/domain/write-csv.ts";
import { COLUMNS, copyRow, exchangedJersey, type ExchangedCopy } from "./collection-file.ts";
import { readCollection } from "./collection-table.ts";
import { LANGUAGES } from "../../../shared/i18n/languages.ts";
import { guessColumns, likelyPreset, TEMPLATE } from "./columns.ts";
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
    ["Excel's hint in quotes", '"sep=,"\na,b\n1,2\n', [["1", "2"]]],
    ["bars", "a|b\n1|2\n", [["1", "2"]]],
    ["a comma in a heading", "a (b, c);d\n1;2\n", [["1", "2"]]],
    [
      "a decimal comma in each line",
      "a;b\n1;2,5\n3;4,5\n",
      [
        ["1", "2,5"],
        ["3", "4,5"],
      ],
    ],
    [
      "one column, whose texts have commas",
      "Titre\nPSG, domicile\nOM\n",
      [["PSG, domicile"], ["OM"]],
    ],
    ["texts that look like numbers", 'a,b\n="07",="a b"\n', [["07", "a b"]]],
    ["lines of other lengths and empty ones", "a,b\n1\n\n,\n1,2,3\n", [["1"], ["1", "2", "3"]]],
    ["a line break in quotes", 'a,b\n"x\ny",2\n', [["x\ny", "2"]]],
  ])("is read with %s", (_, text, expected) => {
    expect(cells(utf8(text))).toEqual(expected);
  });

  test("is read in Windows-1252 and UTF-16 too", () => {
    const latin = Uint8Array.from("prix;état\n5 \x80;us\xe9\n", (char) => char.charCodeAt(0));
    expect(cells(latin)).toEqual([["5 €", "usé"]]);
    const broken = [..."Équipe;état\nPSG;us"].map((char) => [...utf8(char)]).flat();
    expect(cells(new Uint8Array([...broken, 0xe9, 0x0a]))).toEqual([["PSG", "us\uFFFD"]]);
    const wide = Buffer.from("\uFEFFa,b\né,2\n", "utf16le");
    expect(cells(new Uint8Array(wide))).toEqual([["é", "2"]]);
  });

  test.each(["\n", "\r\n"])("knows the first line of each record, with %j", (end) => {
    const text = ["a,b", `"x${end}y",2`, "", "3,4", ""].join(end);
    expect(readCollection(utf8(text)).rows.map(({ line }) => line)).toEqual([2, 5]);
  });

  test("may have a title above its headings", () => {
    const { header, rows, form } = readCollection(
      utf8("Ma collection de maillots;;;\n\nClub;Saison;Type\nPSG;2025-26;Domicile\n"),
    );
    expect(header).toEqual(["Club", "Saison", "Type"]);
    expect(rows).toEqual([{ line: 4, cells: ["PSG", "2025-26", "Domicile"] }]);
    expect(form).toEqual({ encoding: "utf-8", separator: ";", headings: 3 });
  });

  test("is read as it was chosen", () => {
    const bytes = new Uint8Array([0x83, ...utf8("quipe,x;Saison\nVerein;Jahr\nPSG;2020\n")]);
    const read = (form: Parameters<typeof readCollection>[2]) => {
      const { header, rows, isHeadless } = readCollection(bytes, undefined, form);
      return { header, count: rows.length, isHeadless };
    };
    expect(read({ encoding: "macintosh", separator: ";" })).toMatchObject({
      header: ["Équipe,x", "Saison"],
    });
    expect(read({ encoding: "macintosh", separator: "," }).header).toEqual(["Équipe", "x;Saison"]);
    expect(read({ separator: ";", headings: 2 })).toMatchObject({
      header: ["Verein", "Jahr"],
      count: 1,
    });
    expect(read({ separator: ";", headings: 0 })).toEqual({
      header: ["", ""],
      count: 3,
      isHeadless: true,
    });
  });

  test("of JSON may be a list in an object, or an object per line", () => {
    expect(cells(utf8('{"n": 1, "items": [{"a": "1"}]}'))).toEqual([["1"]]);
    expect(cells(utf8('{"a": "1"}\n{"a": "2"}\n'))).toEqual([["1"], ["2"]]);
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
    ["otherJson", utf8('{"a": [{"b": 1}], "c": [{"b": 1}]}')],
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
      "team season size condition price bought_on notes",
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
    ["Valeur;Prix d'achat;Date;Date d'achat", " price  bought_on"],
    ["Description;Notes;Taille;Taille", "notes notes size size"],
    ["Price;Price currency;N° dos;Où", "price currency printed_number bought_from"],
    ["Team Name;Shirt Size;Player Name;Price Paid", "team size printed_name price"],
    ["purchasePrice;Date Purchased;Home/Away", "price bought_on kit_type"],
    ["Club / Sélection;Flocage (nom);Preço (R$)", "team printed_name price"],
    ["Type maillot;État du maillot;Prix achat;Date achat", "kit_type condition price bought_on"],
    ["HB.name;Coût;Maillots", "title price "],
  ])("of %s are guessed", (header, expected) => {
    expect(
      guessColumns(header.split(";"))
        .map((column) => column ?? "")
        .join(" "),
    ).toBe(expected);
  });

  test.each([
    ["id;Club\n1;PSG\n2;OM", " team"],
    ["N°;Club\n1;PSG\n2;OM", " team"],
    ["N°;Club\n7;PSG\n10;OM", "printed_number team"],
    ["N° dos;Club\n1;PSG\n2;OM", "printed_number team"],
    ["Club;league\nPSG;Bundesliga\nOM;Serie A", "team competition"],
    ["Club;league\nPSG;Football\nOM;?", "team league"],
    ["Club;Genre;Note\nPSG;Rock;15\nOM;Jazz;12,5", "team  "],
    ["Club;Genre;Note\nPSG;Femme;offert\nOM;;15", "team size_scale notes"],
    ["Club;Maillot;Âge\nPSG;domicile;2019-20\nOM;Third;2020-21", "team kit_type season"],
    ["Club;Modèle\nPSG;domicile\nOM;away kit", "team kit_type"],
    ["Club;Modèle\nPSG;domicile\nOM;collector", "team "],
    ["Club;Nom;Numéro\nPSG;Okocha;10\nOM;Boksic;9", "team printed_name printed_number"],
    ["Club;Nom;Numéro\nPSG;PSG 1998;10\nOM;OM 1993;9", "team title printed_number"],
    ["Club;Statut\nPSG;J'ai\nOM;Cherché", "team wanted"],
  ])("are guessed by their cells, too: %j", (text, expected) => {
    const { header, rows } = readCollection(utf8(text));
    expect(
      guessColumns(header, rows)
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
  ["1.234.567", 1234567, null],
  ["$45.00 AUD", 45, "AUD"],
  ["€45 EUR", 45, "EUR"],
  ["45 euros", 45, "EUR"],
  ["45€50", 45.5, "EUR"],
  ["45.-", 45, null],
  ["12,5", 12.5, null],
  ["60 £GB", 60, "GBP"],
  ["60 GB£", 60, "GBP"],
  ["60 $US", 60, "USD"],
  ["$CA 60", 60, "CAD"],
  ["60 € EUR", 60, "EUR"],
])("the price %s", (text, amount, currency) => {
  expect(priceOf(text)).toEqual({ amount, currency });
});

test.each([
  "",
  "gratuit",
  "1,2,3.4.5",
  "12 bananes",
  "1-2",
  "1.250",
  "450 F",
  "€45 USD",
  "45 €GBP",
])("no price: %s", (text) => {
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
    ["lundi 3 avril 2023", "2023-04-03"],
    ["terça-feira, 4 de abril de 2023", "2023-04-04"],
    ["août-19", "2019-08"],
    ["[2007-04-16]", "2007-04-16"],
    ["2014-xx-xx", "2014"],
    ["2014-05-00", "2014-05"],
    ["été 2019", undefined],
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
  ["one cell that can be read one way only", ["12/03/2013", "04/05/2014", "25-12-2025"], "dmy"],
  ["all that it has", ["31/01/2019"], "dmy"],
  ["nothing of itself", ["12/03/2013", "04/05/2014"], undefined],
  ["no impossible cell", ["12/03/2013", "32/13/2016", "13/32/2016", "hier"], undefined],
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
  const { default: copies } = await import(`../../messages/${lang}/copies.json`);
  const { default: exchange } = await import(`../../messages/${lang}/exchange.json`);
  const { default: facts } = await import(`../../../shared/messages/${lang}/facts.json`);
  const texts: Record<string, string> = { ...facts, ...copies.fields, ...exchange.fields };
  expect(guessColumns(TEMPLATE.map((column) => texts[column]!))).toEqual(TEMPLATE);
});

test("seasons are read as people write them", () => {
  expect(["2024/25", "24-25", "2024-2025", "2024", "99/00"].map(seasonOf)).toEqual([
    "2024-25",
    "2024-25",
    "2024-25",
    "2024",
    "1999-00",
  ]);
  for (const said of ["2024 2025", "Saison 2024/25", "2024\u201125", "2024–2025"]) {
    expect(seasonOf(said)).toBe("2024-25");
  }
  expect(["2024/26", "saison", "24", "24 25", "2024 2026"].map(seasonOf)).toEqual(
    Array(5).fill(undefined),
  );
});

test.each([
  ["10-déc", "10-12"],
  ["12-Oct", "10-12"],
  ["2026-12-10", "10-12"],
  ["2014-12-01", "12-14"],
  ["2013-11-01", "11-13"],
  ["déc-14", "12-14"],
  ["nov-13", "11-13"],
  ["déc-99", undefined],
  ["L", undefined],
])("a size that became %s is %s", (text, size) => expect(sizeOfDate(text)).toBe(size));

test("seasons that a spreadsheet took for dates are found again, and no other dates", () => {
  const taken = ["01/12/2011", "12/1/2011", "2011-12-01", "déc-11", "dez/11", "12/2011", "40878"];
  expect(taken.map(seasonOfDate)).toEqual(taken.map(() => "2011-12"));
  expect(seasonOfDate("01/01/2000")).toBe("2000-01");
  expect(["02/12/2011", "01/11/2011", "déc-12", "été 2011", "12345"].map(seasonOfDate)).toEqual(
    Array(5).fill(undefined),
  );
});

describe("lines", () => {
  const read = (text: string, more: Partial<ReadOptions> = {}) => {
    const { header, rows } = readCollection(utf8(text));
    return readLines(rows, guessColumns(header), { ...OPTIONS, ...more });
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

  test("keep in their notes what their fields can't say", () => {
    const text = "Club;État;Prix;Ajouté le;Type;Notes\nPSG;9/10;450 F;hier;pyjama;offert\n";
    const { header, rows } = readCollection(utf8(text));
    const labels = { condition: "État :", price: "Prix :" };
    const [line] = readLines(rows, guessColumns(header), { ...OPTIONS, labels });
    expect(line!.line!.details.notes).toBe("offert\npyjama\nhier\nÉtat : 9/10\nPrix : 450 F");
    expect(line!.line!.emptied.map(({ column }) => column)).toContain("added_at");
    const [full] = read(`Club;État;Notes\nPSG;9/10;${"x".repeat(2000)}\n`);
    expect(full!.line!.details.notes).toHaveLength(2000);
  });

  test("keep a title that says more than what was read", () => {
    const notesOf = (title: string) => read(`Titre\n${title}\n`)[0]!.line!;
    expect(notesOf("PSG domicile 2025 2026 neuf, 80€")).toMatchObject({
      jersey: { title: "PSG domicile 2025 2026 neuf, 80€", team: "PSG", season: "2025-26" },
      details: { notes: "PSG domicile 2025 2026 neuf, 80€", printed_number: null },
    });
    expect(notesOf("PSG domicile 2025 2026").details.notes).toBeNull();
    const several = notesOf("jersey dark L (34€), short M (22€)");
    expect(several.details.size).toBeNull();
    expect(several.emptied).toMatchObject([{ column: "size", problem: "sizes" }]);
    const long = notesOf(`PSG domicile ${"très ".repeat(40)}`);
    expect(long.jersey).toMatchObject({ title: null, team: "PSG" });
    expect(long.details.notes).toContain("très très");
  });

  test("keep the cells that have no heading", () => {
    const [line, other] = read("team,price,notes\nArsenal,45,50,acheté\nPSG,1\n");
    expect([line!.row.extra, other!.row.extra]).toEqual([["acheté"], undefined]);
    expect(line!.line!.details).toMatchObject({ price: 45, notes: "50\nacheté" });
  });

  test("are filled from the column that says something", () => {
    const [first, second] = read("Club;Taille;Taille;Notes;Description\nPSG;;L;a;b\nOM;M;L;a;a\n");
    expect(first!.line!.details).toMatchObject({ size: "L", notes: "a\nb" });
    // What both say otherwise is kept.
    expect(second!.line!.details).toMatchObject({ size: "M", notes: "a\nL" });
  });

  test("say that a shirt was sold or is wanted", () => {
    const lines = read("Club;Taille;Statut\nPSG;L;Vendu\nOM;M;possédé\nLens;M;Recherchée\n");
    expect(lines.map(({ line }) => line!.away)).toEqual(["Vendu", undefined, "Recherchée"]);
    expect(lines.map(({ line }) => line!.isWanted)).toEqual([undefined, undefined, true]);
  });

  test("are as many shirts as they count; of none, none is there", () => {
    const lines = read("Club;Quantité\nPSG;3\nOM;0\nLens;\nNantes;123/250\nPSG;3\n", {
      labels: { count: "Quantité :" },
    });
    expect(lines.map(({ values, times }) => [values.team, times])).toEqual([
      ...[0, 1, 2].map((times) => ["PSG", times]),
      ...["OM", "Lens", "Nantes"].map((team) => [team, 0]),
      ...[3, 4, 5].map((times) => ["PSG", times]),
    ]);
    expect(lines.map(({ line }) => line!.away)[3]).toBe("Quantité : 0");
    expect(lines[5]!.line!.details.notes).toBe("Quantité : 123/250");
    expect(new Set(lines.map(({ line }) => line!.key)).size).toBe(lines.length);
    const [, owned, other] = read("team,own\nPSG,yes\nOM,1\nLens,no\n");
    expect([owned!.line!.away, other!.line!.away]).toEqual([undefined, "no"]);
  });

  test("keep an id for the first row that has it: another with it was copied and changed", () => {
    const id = crypto.randomUUID();
    const [first, second, same] = read(
      `id,team,size\n${id},Real Madrid,S\n${id},Celtic,M\n${id},Real Madrid,S\n`,
    );
    expect([first!.line!.id, second!.line!.id, same!.line!.id]).toEqual([id, null, null]);
    expect([first!.isCopied, second!.isCopied, same!.isCopied]).toEqual([true, true, true]);
    const [alone] = read(`id,team,size\n${id},Real Madrid,S\n${id},Real Madrid,S\n`);
    expect(alone!.isCopied).toBeUndefined();
    expect([first!.times, second!.times, same!.times]).toEqual([0, 0, 1]);
  });

  test("are empty where a cell says nothing, but for our own exports", () => {
    const [first, second] = read("Club,Saison,Taille,Notes\nPSG,NA,?,---\nOM,-,n/a,–\n");
    for (const line of [first, second]) {
      expect(line!.line).toMatchObject({
        jersey: { season: null },
        details: { size: null, notes: null },
        emptied: [],
      });
    }
    const id = crypto.randomUUID();
    const [own] = read(`id,Club,Notes\n${id},PSG,?\n`);
    expect(own!.line).toMatchObject({ id, details: { notes: "?" } });
  });

  test("are found by an id, whatever a spreadsheet made of their season", () => {
    const [line] = read(`jersey_id,Saison\n${crypto.randomUUID()},déc-99\n`);
    expect(line!.line).toMatchObject({
      jersey: { season: null },
      emptied: [{ column: "season", problem: "season" }],
    });
    const [refused, carried] = read("Club,Saison\nPSG,déc-99\nPSG,88-89 (Carry-over)\n");
    expect(refused!.refusals).toMatchObject([{ column: "season" }]);
    expect(carried!.line).toMatchObject({
      jersey: { season: "1988-89" },
      details: { notes: "88-89 (Carry-over)" },
    });
  });

  test("of an export have seasons that no spreadsheet takes for dates", () => {
    const jersey = exchangedJersey(null, null, {
      ...{ title: "Vert", team: "ASSE", league: "SOCCER", season: "2011-12" },
    } as FormerJersey);
    const copy = { id: crypto.randomUUID(), added_at: "2020-01-01", jersey, photos: [] };
    const text = csv([copyRow(copy as unknown as ExchangedCopy)], COLUMNS);
    expect(text).toContain(",2011-2012,");
    expect(read(text)[0]!.line!.jersey.season).toBe("2011-12");
  });

  test("of an export stay what they are in a spreadsheet, and what one made of a size is found again", () => {
    const jersey = exchangedJersey(null, null, {
      ...{ title: "Vert", team: "ASSE", league: "SOCCER" },
    } as FormerJersey);
    const details = { size: "10-12", printed_number: "00", storage_place: "1E10", notes: "M" };
    const copy = {
      id: crypto.randomUUID(),
      added_at: "2020-01-01",
      jersey,
      photos: [],
      ...details,
    };
    const text = csv([copyRow(copy as unknown as ExchangedCopy)], COLUMNS);
    expect(text).toContain('"=""10-12"""');
    expect(read(text)[0]!.line!.details).toMatchObject(details);
    for (const eaten of ["10-déc", "12-Oct", "10-dic.", "2026-12-10"]) {
      const { line } = read(`Club,Taille\nPSG,${eaten}`)[0]!;
      expect(line!.details.size, eaten).toBe("10-12");
      expect(line!.details.notes, eaten).toContain(eaten);
    }
  });

  test("have a key each, which stays with another order and other options", () => {
    const keys = (text: string) => read(text).map((line) => line.line!.key);
    const [first, again, other] = keys("Club,Taille\nPSG,M\nPSG,M\nOM,L\n");
    expect(new Set([first, again, other]).size).toBe(3);
    expect(keys("Club,Taille\nOM,L\nPSG,M\nPSG,M\n")).toEqual([other, first, again]);
  });
});
