import {
  JERSEY_HEADINGS,
  type MappingOf,
  byHeading,
  guessMapping,
  JOINED,
  type Meaning,
} from "../../../shared/domain/import/columns.ts";
import { slug } from "../../../shared/domain/slug.ts";
import { BACK_NUMBER, DETAIL_LIST, DETAIL_NAMES, DETAILS } from "../copies/copy-details.ts";
import { type Column, COLUMNS } from "./collection-file.ts";
import type { Row } from "../../../shared/domain/import/read-table.ts";
import { seasonOf } from "../../../shared/domain/import/seasons.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import { isSize } from "./jersey-words.ts";
import {
  isAway,
  isBlank,
  isHeld,
  isOffered,
  isWanted,
  OFFERS,
  truthOf,
  valueOf,
} from "./read-cells.ts";

/** Headings of spreadsheets in four languages, folded; of two headings the first one in the list counts. */
const HEADINGS = {
  ...JERSEY_HEADINGS,
  id: "copy-id instance-id identifiant-de-l-exemplaire id-in-my-collection identificador-del-ejemplar identificador-do-exemplar id",
  added_at:
    "added added-at added-on date-added date-d-ajout ajoute-le fecha-de-alta anadida-el adicionado-em adicionada-em timestamp horodateur",
  jersey_id:
    "jersey-id id-du-maillot identifiant-du-maillot identificador-de-la-camiseta identificador-da-camisa",
  count:
    "quantity qty count copies owned own quantite qte nb nb-exemplaires nombre-d-exemplaires exemplaires possede possedes cantidad cant ejemplares tengo quantidade qtd qtde exemplares tenho",
  wanted:
    "wanted wishlist wish-list recherche recherches souhaite souhaites a-acheter buscado buscada deseado deseada lista-de-deseos procurado procurada desejado desejada lista-de-desejos",
  for_sale: OFFERS.for_sale,
  for_exchange: OFFERS.for_exchange,
  title: `${JERSEY_HEADINGS.title} item`,
  ...Object.fromEntries(DETAIL_LIST.map(({ name, headings }) => [name, headings])),
} as Record<Column, string>;

/** True for a heading that says of itself that it is the number on the back. */
const isBackNumber = (heading: string) => BACK_NUMBER.split(" ").includes(slug(heading));

/** Lines whose cells are looked at. */
const SAMPLE = 200;

type Cells = readonly string[];

/** What a column's name says and its cells don't: it is another column, or none. */
const DOUBTS: Partial<
  Record<Column, (cells: Cells, heading: string) => Column | null | undefined>
> = {
  // A list of records is numbered by itself.
  id: (cells) => (cells.some(isUuid) ? undefined : null),
  printed_number: (cells, heading) => (isCount(cells) && !isBackNumber(heading) ? null : undefined),
  // "Bundesliga" is no sport.
  league: (cells) => (cells.some((cell) => valueOf("league", cell)) ? undefined : "competition"),
  // "Genre" is that of music, too.
  size_scale: (cells) => (cells.some((cell) => valueOf("size_scale", cell)) ? undefined : null),
  // A mark from 0 to 20.
  notes: (cells, heading) =>
    slug(heading) === "note" && cells.every((cell) => /^\d+([.,]\d+)?(\/\d+)?$/.test(cell))
      ? null
      : undefined,
  title: (cells) => (cells.every(isKit) ? "kit_type" : undefined),
  // "Type: replica" beside "Model: home".
  kit_type: (cells) =>
    cells.every((cell) => valueOf("version", cell)) && !cells.some(isKit) ? "version" : undefined,
};

/** Facts that columns with any name show by their cells. */
const SHOWN_FACTS: readonly (readonly [Column, (cells: Cells) => boolean])[] = [
  ["kit_type", (cells) => areMostly(cells, isKit)],
  // A year may be that of anything.
  ["season", (cells) => cells.every((cell) => seasonOf(cell)?.includes("-"))],
  ["size", (cells) => cells.length > 1 && cells.every(isSize)],
  // States: a column with "yes" or 1 is one of something else.
  [
    "wanted",
    (cells) =>
      cells.some((cell) => isWanted(cell) || isOffered(cell)) &&
      cells.every((cell) => truthOf(cell) === undefined) &&
      areMostly(cells, isState),
  ],
];

/** The mapping by names, corrected by the cells of its columns. */
function byCells(header: Cells, rows: readonly Row[], named: MappingOf<Column>): MappingOf<Column> {
  const columns = header.map((_, n) =>
    rows
      .slice(0, SAMPLE)
      .map((row) => (row.cells[n] ?? "").trim())
      .filter((cell) => !isBlank(cell)),
  );
  const mapping = [...named];
  for (const [n, cells] of columns.entries()) {
    const column = mapping[n];
    const other = column && cells.length > 0 ? DOUBTS[column]?.(cells, header[n]!) : undefined;
    if (other === undefined) continue;
    mapping[n] = other === null || mapping.includes(other) ? null : other;
  }
  // "Nom" beside "Équipe" and "Numéro" is what stands on the back.
  if (BACK.every((column) => mapping.includes(column)) && !mapping.includes("printed_name")) {
    const place = mapping.indexOf("title");
    if (NAMES.has(slug(header[place] ?? "")) && !columns[place]!.some((cell) => /\d/.test(cell)))
      mapping[place] = "printed_name";
  }
  for (const [fact, isFact] of SHOWN_FACTS) {
    if (mapping.includes(fact)) continue;
    const place = columns.findIndex(
      (cells, n) => mapping[n] === null && cells.length > 0 && isFact(cells),
    );
    if (place >= 0) mapping[place] = fact;
  }
  return mapping;
}

const BACK: readonly Column[] = ["team", "printed_number"];
const NAMES = new Set(["name", "nom", "nombre", "nome"]);

/** Three of four: an unknown word among them is asked about, or kept in the notes. */
const areMostly = (cells: Cells, isOne: (cell: string) => boolean): boolean =>
  cells.filter((cell) => isOne(cell)).length >= cells.length * 0.75;

const isState = (cell: string) => isWanted(cell) || isHeld(cell) || isAway(cell) || isOffered(cell);

const isKit = (cell: string) => cell.length > 1 && valueOf("kit_type", cell) !== undefined;

/** Fewer numbers may be in order by chance. */
const MANY = 8;

/** True for the numbers of the lines: 1, 2, 3 …, of a longer list also with gaps and a word for the totals. */
function isCount(cells: Cells): boolean {
  const numbers = cells.filter((cell) => /^\d+\.?$/.test(cell)).map(Number);
  const [first = 0] = numbers;
  if (numbers.length < MANY) {
    const isWhole = numbers.length === cells.length && numbers.every((n, at) => n === first + at);
    return isWhole && (first === 1 || cells.length > 2);
  }
  const steps = numbers.slice(1).filter((n, at) => n > numbers[at]!).length;
  return numbers.length >= cells.length * 0.75 && steps >= (numbers.length - 1) * 0.9;
}

/** Whose list a file looks like. */
type Preset = "own" | "discogs" | "spreadsheet";

export type Mapping = MappingOf<Column>;

/** The columns of an empty list: what collectors note of a shirt. */
export const TEMPLATE: readonly Column[] = [
  "team",
  "season",
  "kit_type",
  ...DETAIL_NAMES.filter((name) => !DETAILS[name].isRare),
];

/** Columns of a Discogs export, and of lists that follow it. */
const DISCOGS: Record<string, Column> = {
  artist: "team",
  title: "title",
  label: "brand",
  released: "year",
  "date-added": "added_at",
  collectionfolder: "storage_place",
  "collection-media-condition": "condition",
  "media-condition": "condition",
  "collection-notes": "notes",
  notes: "notes",
  price: "price",
};

/** What a file's columns are likely to be, by their names. */
export function likelyPreset(header: readonly string[]): Preset {
  const names = new Set(header.map((name) => name.trim().toLowerCase()));
  if (["jersey_id", "size_scale", "printed_name"].every((name) => names.has(name))) return "own";
  const slugs = new Set(header.map(slug));
  const isDiscogs =
    slugs.has("release-id") ||
    slugs.has("collection-media-condition") ||
    (slugs.has("artist") && slugs.has("title"));
  return isDiscogs ? "discogs" : "spreadsheet";
}

/** The guess that is shown before anything is read: by the names of the columns, then by what their cells say. */
export function guessColumns(header: readonly string[], rows: readonly Row[] = []): Mapping {
  const preset = likelyPreset(header);
  const named = guessMapping(header, MEANINGS[preset], JOINED);
  return preset === "own" ? named : byCells(header, rows, named);
}

const spreadsheet = byHeading(HEADINGS);
const named = (column: Column | undefined) => column && { column, rank: 0 };

const MEANINGS: Record<Preset, (name: string) => Meaning<Column> | undefined> = {
  own: (name) => named(COLUMNS.find((column) => column === name.trim().toLowerCase())),
  discogs: (name) => named(DISCOGS[slug(name)]),
  // "Price currency", "Devise du prix", "Moneda".
  spreadsheet: (name) =>
    spreadsheet(name) ??
    (/\b(currency|devise|moneda|moeda)\b/.test(slug(name))
      ? { column: "currency", rank: 9 }
      : undefined),
};

/** True for a heading that names a column of ours in some list. */
export const isHeading = (name: string) => guessColumns([name])[0] !== null;

type Guess = readonly [column: Column, isOne: (cell: string) => boolean];

/** No heading is one of these, so that a column of them has none. */
const FACTS: readonly Guess[] = [
  ["season", (cell) => seasonOf(cell) !== undefined],
  ["kit_type", isKit],
  ["size", isSize],
];
const WORDS: Guess = ["title", (cell) => /\p{L}/u.test(cell)];

/** Lines whose cells tell whether the first one has headings. */
const FIRST_LINES = 20;

/**
 * Headings for a list whose first line is none: no cell of it is a heading that we know, and it has one column, or
 * one whose cells are seasons, kit types or sizes from the first line on. The column of the jersey in words is the
 * title; others have an empty heading.
 */
export function guessHeadings(records: readonly (readonly string[])[]): string[] | undefined {
  const [first = []] = records;
  if (first.some(isHeading)) return undefined;
  const sample = records.slice(0, FIRST_LINES);
  const width = Math.max(...sample.map((record) => record.length));
  if (width === 1) return ["title"];
  const headings = Array.from({ length: width }, () => "");
  const name = ([column, isOne]: Guess) => {
    const place = headings.findIndex((heading, n) => {
      const cells = sample.map((record) => (record[n] ?? "").trim());
      return (
        heading === "" && isOne(cells[0]!) && cells.every((cell) => cell === "" || isOne(cell))
      );
    });
    if (place >= 0) headings[place] = column;
  };
  FACTS.forEach(name);
  if (headings.every((heading) => heading === "")) return undefined;
  name(WORDS);
  return headings;
}
