import { type CopyDetails, DETAIL_NAMES, LONGEST_NOTES } from "../copies/copy-details.ts";
import type { SportOfShirt } from "../../../shared/domain/leagues.ts";
import { lengthOf, tidy } from "../../../shared/domain/rules/text.ts";
import { slug } from "../../../shared/domain/slug.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import type { Column, ExchangedJersey } from "./collection-file.ts";
import { rowKey, valuesOf } from "../../../shared/domain/import/columns.ts";
import type { Mapping } from "./columns.ts";
import { jerseyWords } from "./jersey-words.ts";
import type { DateOrder } from "../../../shared/domain/import/dates.ts";
import type { Row } from "../../../shared/domain/import/read-table.ts";
import {
  type Emptied,
  isAway,
  isHeld,
  isBlank,
  isOffered,
  isWanted,
  LONGEST_TITLE,
  readCells,
  type Refusal,
  truthOf,
} from "./read-cells.ts";

/** What a file leaves open, as chosen on the screen. */
export interface ReadOptions {
  dates: DateOrder;
  /** Of prices without a currency. */
  currency: string;
  /** Of jerseys without a sport. */
  league: SportOfShirt;
  /** How the file calls its columns: before what its notes keep of them, "État :". */
  labels?: Partial<Record<Column, string>>;
}

/** A line of a file that can be imported. */
export interface Line {
  line: number;
  /** The same line of the same file has the same key: importing it again adds nothing. */
  key: string;
  /** The copy's id, where it was exported. */
  id: string | null;
  added_at: string | null;
  jersey: ExchangedJersey;
  details: CopyDetails;
  /** Details that the line says; the others of a known copy stay. In our own exports, an empty cell says that it is empty. */
  given: (keyof CopyDetails)[];
  photos: string[];
  emptied: Emptied[];
  /** The cell that says that the shirt was sold or is wanted: it isn't in the collection. */
  away?: string | undefined;
  /** True if the line wishes for the shirt. */
  isWanted?: boolean;
  /** True if a text in words says more than the facts of a jersey. */
  isPart?: boolean;
}

export type Values = Partial<Record<Column, string>>;

/** Where a line stands in its file. */
interface Place {
  row: Row;
  /** How many equal lines the file has before it. */
  times: number;
  /** True if the line itself says that it is as many shirts. */
  isCounted?: boolean;
  /** True if other rows have its id and say something else: one of them was copied and changed. */
  isCopied?: boolean;
}

/** A line as it was read, or why it was not. */
export type ReadLine = Place & {
  values: Values;
} & ({ line: Line; refusals?: undefined } | { line?: undefined; refusals: Refusal[] });

/** True for a heading of shirts that are there. "Quantity" may be how many are looked for. */
const saysOwned = (heading = "") => /^(?:own|possede|tengo|tenho)/.test(slug(heading));

/** More of one shirt in a cell is no number of shirts: a card's "123". */
const MOST_SHIRTS = 20;

/** How many shirts a line stands for, by its cell: a number, or whether there is one. Undefined if the cell says neither. */
function shirtsOf({ count = "" }: Values): number | undefined {
  if (count === "") return 1;
  const shirts = /^\d+(?:[.,]0+)?$/.test(count) ? parseInt(count, 10) : Number(truthOf(count));
  return shirts <= MOST_SHIRTS ? shirts : undefined;
}

/** Reads all rows. Equal lines are as many copies, as is a line that says how many: each has a key of its own. */
export function readLines(
  rows: readonly Row[],
  mapping: Mapping,
  options: ReadOptions,
): ReadLine[] {
  const seen = new Map<string, number>();
  const read = rows.map((of) => {
    const row = withLost(of, mapping, options);
    return { row, values: cellsOf(row, mapping) };
  });
  const exported = Map.groupBy(
    read.filter(({ values: { id = "" } }) => isUuid(id)),
    ({ values }) => values.id!,
  );
  return read.flatMap(({ row, values }) => {
    // A row that was copied and changed is another shirt: the id stays with the first.
    const [first, ...others] = (exported.get(values.id ?? "") ?? []).map((one) =>
      rowKey(one.row, null),
    );
    const isCopied = others.some((other) => other !== first);
    if (isCopied && rowKey(row, null) !== first) delete values.id;
    const key = rowKey(row, values.id);
    const times = seen.get(key) ?? 0;
    const shirts = Math.max(shirtsOf(values) ?? 1, 1);
    seen.set(key, times + shirts);
    const lines = Array.from({ length: shirts }, (_, n) =>
      readLine({ row, times: times + n, isCounted: n > 0, isCopied }, values, options),
    );
    // A wish is one, however many are looked for.
    return lines[0]!.line?.isWanted ? lines.slice(0, 1) : lines;
  });
}

/** A row with what a second column of the same field says otherwise, for its notes. */
function withLost(row: Row, mapping: Mapping, { labels = {} }: ReadOptions): Row {
  const values = valuesOf(row, mapping);
  const lost = mapping.flatMap((column, n) => {
    const text = tidy(row.cells[n] ?? "");
    // Both notes are joined.
    if (!column || column === "notes" || !text || values[column] === text) return [];
    return [[labels[column], text].filter(Boolean).join(" ")];
  });
  return lost.length > 0 ? { ...row, extra: [...(row.extra ?? []), ...lost] } : row;
}

/** The fields of a row. What stands for nothing is empty, except in our own exports, where every cell is meant. */
export function cellsOf(row: Row, mapping: Mapping): Values {
  const values = valuesOf(row, mapping);
  if (isExported(values)) return values;
  const entries = Object.entries(values).map(([column, text]) => [
    column,
    isBlank(text) ? "" : text,
  ]);
  return Object.fromEntries(entries) as Values;
}

/** True for a line that names a copy or a jersey of ours by its id. */
const isExported = ({ id = "", jersey_id = "" }: Values) => isUuid(id) || isUuid(jersey_id);

/** Reads one row; also after its values were corrected on the screen. */
export function readLine(
  { row, times, isCounted = false, isCopied = false }: Place,
  said: Values,
  options: ReadOptions,
): ReadLine {
  const place = { row, times, ...(isCounted && { isCounted }), ...(isCopied && { isCopied }) };
  const words = wordsOf(said);
  const values = { ...said, ...words?.values, ...printedCells(said) };
  const cells = readCells(values, options, isExported(said));
  const { added_at, details, refusals, emptied, kept } = cells;
  const { jersey_id = "" } = values;
  const jersey = { ...cells.jersey, id: isUuid(jersey_id) ? jersey_id.toLowerCase() : null };
  if (!jersey.id && !jersey.title && !jersey.team) {
    refusals.push({ column: "title", problem: "noJersey", value: values.title ?? "" });
  }
  if (words?.hasSizes && !said.size) {
    emptied.push({ column: "size", problem: "sizes", value: said.title ?? "" });
  }
  if (refusals.length > 0) return { ...place, values: said, refusals };
  const shirts = shirtsOf(values);
  const wish = (values.wanted || words?.wanted) ?? "";
  const isWish = truthOf(wish) ?? isWanted(wish);
  const sought = isWanted(wish) || row.cells.some(isWanted);
  // "Owned: 0, wanted: x" is a wish, as is the word alone, however many; "owned: 1" is a shirt all the same, and the notes say
  // the rest.
  const isHad =
    Boolean(values.count) && shirts !== 0 && (!sought || saysOwned(options.labels?.count));
  const isRead = isWanted(wish)
    ? !isHad
    : isWish || truthOf(wish) !== undefined || isHeld(wish) || isAway(wish);
  const counted = [options.labels?.count, values.count].filter(Boolean).join(" ");
  details.notes = withKept(details.notes, [
    words?.isPart && said.title,
    ...kept,
    shirts === undefined && counted,
    !isRead && [options.labels?.wanted, wish].filter(Boolean).join(" "),
    // A copy has no field for an offer.
    ...(["for_sale", "for_exchange"] as const).map((column) => {
      const offer = values[column] ?? "";
      return (
        truthOf(offer) !== false && [options.labels?.[column], offer].filter(Boolean).join(" ")
      );
    }),
    ...(row.extra ?? []),
  ]);
  // Said twice, the second line is a copy of its own.
  const id = values.id && isUuid(values.id) && times === 0 ? values.id : null;
  const unread = new Set<string>(emptied.map(({ column }) => column));
  // Neither is stored without the other.
  if (unread.has("price") || unread.has("currency")) unread.add("price").add("currency");
  const isOwn = isExported(said);
  const given = DETAIL_NAMES.filter(
    (name) => values[name] !== undefined && (isOwn || values[name] !== "") && !unread.has(name),
  );
  const photos = row.photos ?? [];
  const key = `${rowKey(row, values.id)}#${times}`;
  const isSought = !isHad && (isWish || sought);
  const sold =
    shirts === 0 ? counted : (row.cells.find(isAway) ?? notThere(said, words !== undefined));
  const soughtBy = [options.labels?.wanted, wish || row.cells.find(isWanted)].filter(Boolean);
  const away = sold ?? (isSought ? soughtBy.join(" ") : undefined);
  const line = {
    ...{ line: row.line, key, id, added_at, jersey, details, given, photos, emptied, away },
    ...(isSought && { isWanted: true }),
    ...(words?.isPart && { isPart: true }),
  };
  return { ...place, values: said, line };
}

/** What says of a line that it is no shirt of the collection: "vendu Juventus 2019", a row of totals. */
function notThere({ team, title = "" }: Values, isWords: boolean): string | undefined {
  const name = team ?? title;
  if (/^(?:sous-?|sub-?)?tota(?:l|ux|ls)$/i.test(name)) return name;
  const words = title.split(/[\s():–-]+/).filter(Boolean);
  return isWords ? [words[0]!, words.at(-1)!].find(isAway) : undefined;
}

/** "Messi #10" in a column of names, beside none of numbers. */
function printedCells({ printed_name, printed_number }: Values): Values {
  if (!printed_name || printed_number !== undefined) return {};
  const [, name, number] =
    /^(\p{L}.*?)[\s,/–-]+(?:#|n[°º]\.?)?\s*(\d{1,2})$/iu.exec(printed_name) ?? [];
  return name && number ? { printed_name: name, printed_number: number } : {};
}

/** What was paid, in a line of words. */
const PRICE = /(?<=^|\s)\d{1,5}(?:[.,]\d{1,2})?\s?(?:€|£|\$|EUR|GBP|USD|euros?)(?=\s|$)/i;

/** In a list without a column for teams, a title is the jersey in words. What has a column of its own stays. */
function wordsOf({ title, ...others }: Values) {
  if (!title || others.team !== undefined) return undefined;
  // "Recherché : Barcelone 1999", "À vendre : Barcelone 1999".
  const [label = "", named = ""] = title.split(/\s*:\s+/, 2);
  const wanted = named && isWanted(label) ? label : undefined;
  const hasOffer = named !== "" && isOffered(label);
  const line = wanted || hasOffer ? named : title;
  const price = PRICE.exec(line)?.[0].trim();
  const text = price ? tidy(line.replace(price, " ")) : line;
  const words = text ? jerseyWords(text) : undefined;
  if (!words) return undefined;
  // The notes have the whole title.
  const { isPart = false, hasSizes = false, beside: _beside, season, ...facts } = words;
  // "1994 Honda", with a column for years.
  const all = { ...facts, ...(season && !others.year && { season }), ...(price && { price }) };
  const entries = Object.entries(all).filter(([name]) => !(others as Values)[name as Column]);
  // A longer text is cut in the title, and whole in the notes.
  const isLong = lengthOf(title) > LONGEST_TITLE;
  const values: Values = { ...Object.fromEntries(entries), ...(isLong && { title: "" }) };
  return { values, wanted, isPart: isPart || isLong || hasOffer, hasSizes };
}

/** What a line says and its fields can't store, below its own notes, as far as there is room. */
function withKept(
  notes: string | null,
  texts: readonly (string | false | undefined)[],
): string | null {
  let all = notes ?? "";
  for (const text of new Set(texts)) {
    const longer = all && text ? `${all}\n${text}` : text || all;
    if (lengthOf(longer) <= LONGEST_NOTES) all = longer;
  }
  return all || null;
}

type Read = Pick<ReadLine, "values" | "isCopied"> & { line: Line };

/** The jersey of a line. Beside a column for teams, the title says the season and the kit that no column does. */
export function jerseyOfLine({ line: { jersey }, values }: Read): ExchangedJersey {
  const words = jersey.team && values.title ? jerseyWords(values.title) : undefined;
  return {
    ...jersey,
    season: jersey.season ?? (jersey.year === null ? (words?.season ?? null) : null),
    kit_type: jersey.kit_type ?? (values.kit_type ? null : (words?.kit_type ?? null)),
  };
}

/** True if the file says which sport a line is about; otherwise the screen's choice stands for all. */
export function saysLeague({ line: { emptied }, values }: Read): boolean {
  return Boolean(values.league) && !emptied.some(({ column }) => column === "league");
}

/** The jersey's title. Null where a whole line stands for it, which was read as words: there is no column for teams. */
export const titleOf = ({ line: { jersey }, values }: Read): string | null =>
  jersey.team === null || values.team !== undefined ? jersey.title : null;

/** What the database is asked about a line (`match_copies`). */
export function questionOf(read: Read) {
  const { key, id } = read.line;
  const jersey = jerseyOfLine(read);
  return {
    key,
    id: id?.toLowerCase() ?? null,
    ...(read.isCopied && { is_copied: true }),
    jersey: {
      ...jersey,
      title: titleOf(read),
      ...(read.line.isPart && { is_part: true }),
      league: saysLeague(read) ? jersey.league : null,
      // A word that nobody knows is another kit than any of the catalogue's.
      kit_type: jersey.kit_type ?? (read.values.kit_type || null),
    },
  };
}

/** True for a line that could be read. */
export const isReadable = (read: ReadLine): read is ReadLine & { line: Line } =>
  read.line !== undefined;
