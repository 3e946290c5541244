import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { COLORS } from "../../../shared/domain/colors.ts";
import { KIT_TYPES } from "../../../shared/domain/kit-types.ts";
import { PATTERNS } from "../../../shared/domain/shirt/types.ts";
import { LEAGUES } from "../../../shared/domain/leagues.ts";
import { LICENCES } from "../../../shared/domain/rules/image-rules.ts";
import { tidy } from "../../../shared/domain/rules/text.ts";
import { guessCatalogueColumns } from "./catalogue-columns.ts";
import {
  CATALOGUE,
  CATALOGUE_LIMITS,
  catalogueCsv,
  catalogueJson,
  type CatalogueJersey,
  joined,
  parted,
} from "./catalogue-file.ts";
import { readCatalogueLines } from "./catalogue-line.ts";
import { inBatches } from "../../../shared/domain/import/batches.ts";
import { FileError } from "../../../shared/domain/import/file-error.ts";
import { readTable } from "../../../shared/domain/import/read-table.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

function read(bytes: Uint8Array) {
  const { header, rows } = readTable(bytes, CATALOGUE_LIMITS, CATALOGUE);
  return readCatalogueLines(rows, guessCatalogueColumns(header));
}

/** The line of a list with these columns. */
const lineOf = (columns: Record<string, string>) => {
  const text = `${Object.keys(columns).join("\t")}\n${Object.values(columns).join("\t")}\n`;
  return read(utf8(text))[0]!.line;
};

// What the database stores: trimmed, not empty, without control characters but line breaks.
const hostile = fc
  .array(fc.constantFrom("'", "=", "-", "+", '"', ",", ";", "|", "\\", "\n", "é", "a"), {
    minLength: 3,
    maxLength: 20,
  })
  .map((all) => tidy(all.join("")) || "titre");
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const jersey: fc.Arbitrary<CatalogueJersey> = fc.record({
  id: fc.uuid(),
  title: hostile,
  team: hostile,
  team_competition: maybe(fc.constant("ligue-1")),
  league: fc.constantFrom(...LEAGUES),
  competition: hostile,
  season: fc.constantFrom("2024", "2024-25", "1999-00"),
  year: maybe(fc.integer({ min: 1850, max: 2100 })),
  kit_type: maybe(fc.constantFrom(...KIT_TYPES)),
  pattern: maybe(fc.constantFrom(...PATTERNS)),
  colors: fc.uniqueArray(fc.constantFrom(...COLORS), { minLength: 1, maxLength: 3 }),
  brand: maybe(hostile),
  sponsor: maybe(hostile),
  product_codes: fc.constantFrom([], ["CD4185-422"], ["CD4185-422", "742/123 B"]),
  edition: maybe(hostile),
  price: maybe(fc.integer({ min: 0, max: 100_000_000 }).map((cents) => cents / 100)),
  description: maybe(hostile),
  external_link: maybe(fc.constant("https://example.org/a?b=1,2;3")),
  created_at: fc.constant("2020-01-02T03:04:05.678901+00:00"),
  as_written: fc.uniqueArray(fc.constantFrom("team", "brand")),
  images: fc.array(
    fc.record({
      path: fc.uuid().map((id) => `${id}/photo 1 (a).webp`),
      alt: maybe(hostile),
      licence: fc.constantFrom(...LICENCES),
    }),
    { maxLength: 5 },
  ),
});

test.each([
  ["CSV", catalogueCsv],
  ["JSON", catalogueJson],
])("an exported catalogue is read back exactly from %s", (_, write) => {
  fc.assert(
    fc.property(fc.uniqueArray(jersey, { selector: ({ id }) => id, minLength: 1 }), (jerseys) => {
      const lines = read(utf8(write(jerseys)));
      expect(lines.map(({ line }) => line)).toEqual(
        jerseys.map(({ images, as_written, price, year, ...facts }) => ({
          ...facts,
          key: `id:${facts.id}`,
          year: year === null ? null : String(year),
          price: price === null ? null : String(price),
          images: images.map(({ path, alt, licence }) => ({
            name: path,
            path,
            licence,
            ...(alt && { alt }),
          })),
          ...(as_written.length > 0 && { as_written }),
        })),
      );
    }),
    { numRuns: 60 },
  );
});

test("lists in a cell are parted as they were joined", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom("|", "\\", "a") })), (values) => {
      fc.pre(values.length !== 1 || values[0] !== "");
      expect(parted(joined(values))).toEqual(values);
    }),
  );
});

/** Whether a file is read, or refused with a reason. Another error is thrown on. */
function isAnswered(bytes: Uint8Array): boolean {
  try {
    return read(bytes).length >= 0;
  } catch (error) {
    if (error instanceof FileError) return true;
    throw error;
  }
}

test("any file is read or refused with a reason", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(isAnswered(bytes)).toBe(true);
    }),
  );
});

describe("a line of a spreadsheet", () => {
  test("is understood in the words of four languages", () => {
    const line = lineOf({
      Titre: "Maillot vert",
      Équipe: "AS Saint-Étienne",
      Championnat: "Ligue 1",
      Saison: "2024/25",
      Année: "2024-07-01",
      Type: "domicile",
      Couleurs: "Vert, bleu ciel / rosa",
      Prix: "1.089,90 €",
      Sport: "fútbol",
      Photos: "recto.jpg; verso.jpg",
      Licence: "CC BY-SA 4.0",
    });
    expect(line).toMatchObject({
      title: "Maillot vert",
      season: "2024-25",
      year: "2024",
      kit_type: "home",
      colors: ["green", "sky", "pink"],
      price: "1089.9",
      league: "SOCCER",
      images: [
        { name: "recto.jpg", licence: "CC-BY-SA-4.0" },
        { name: "verso.jpg", licence: "CC-BY-SA-4.0" },
      ],
    });
  });

  test("keeps what it doesn't understand, so that the refusal can name it", () => {
    expect(
      lineOf({
        title: "a",
        price: "49 $",
        kit_type: "cinquième",
        season: "hiver",
        colors: "mauve",
      }),
    ).toMatchObject({ price: "49 $", kit_type: "cinquième", season: "hiver", colors: ["mauve"] });
  });

  test("that says the same as another is marked, whatever its photo", () => {
    const [first, second, third] = read(
      utf8(
        "title,team,season,images\nVert,ASSE,2024-25,a.jpg\nVERT,asse,2024/25,b.jpg\nVert,ASSE,2023-24,a.jpg\n",
      ),
    );
    expect([first, second, third].map((line) => line?.repeats)).toEqual([undefined, 2, undefined]);
    expect(new Set([first, second, third].map((line) => line?.line.key)).size).toBe(3);
  });
});

test("batches hold at most 200 lines and so many letters, in order", () => {
  const lines = Array.from({ length: 450 }, (_, n) => ({
    n,
    text: n === 300 ? "x".repeat(5000) : "",
  }));
  const batches = inBatches(lines, 200, 6000);
  expect(batches.flat()).toEqual(lines);
  expect(batches.every((batch) => batch.length <= 200)).toBe(true);
  expect(batches.every((batch) => batch.length === 1 || JSON.stringify(batch).length < 7000)).toBe(
    true,
  );
});

test("a list without years says them by its seasons; an empty year stays empty", () => {
  expect(lineOf({ season: "2011-12" }).year).toBe("2011");
  expect(lineOf({ season: "2011-12", year: "" }).year).toBeNull();
  expect(lineOf({ season: "???" }).year).toBeNull();
});
