import type { CopyDetails } from "../copies/copy.ts";
import type { League } from "../../../shared/domain/leagues.ts";
import { lengthOf } from "../../../shared/domain/rules/text.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import type { Column, ExchangedJersey } from "./collection-file.ts";
import { rowKey, valuesOf } from "../../../shared/domain/import/columns.ts";
import type { Mapping } from "./guess-columns.ts";
import { jerseyWords } from "./jersey-words.ts";
import { type DateOrder, dateOf, timeOf } from "../../../shared/domain/import/dates.ts";
import { currencyOf, priceOf } from "../../../shared/domain/import/prices.ts";
import { seasonOf, seasonOfDate, yearOf } from "../../../shared/domain/import/seasons.ts";
import type { Row } from "../../../shared/domain/import/read-table.ts";
import { type Choice, isBlank, truthOf, valueOf } from "./words.ts";

/** What a file leaves open, as chosen on the screen. */
export interface ReadOptions {
  dates: DateOrder;
  /** Of prices without a currency. */
  currency: string;
  /** Of jerseys without a sport. */
  league: League;
  /** How the file calls its columns: before what its notes keep of them, "État :". */
  labels?: Partial<Record<Column, string>>;
}

/** A text under `import.refused` in the namespace `exchange`. */
type LineProblem = "noJersey" | "tooLong" | "year" | "season" | "lentTo";

interface Refusal {
  column: Column;
  problem: LineProblem;
  value: string;
}

/** A cell that says nothing that its field can store: the notes keep it; `problem` is a text under `import.emptied`. */
interface Emptied {
  column: Column;
  problem: "word" | "number" | "price" | "currency" | "date" | "future" | "season" | "sizes";
  value: string;
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
  /** Details that the file has a column for; the others of a known copy stay. */
  given: (keyof CopyDetails)[];
  photos: string[];
  emptied: Emptied[];
}

export type Values = Partial<Record<Column, string>>;

/** A line as it was read, or why it was not. */
export type ReadLine = {
  row: Row;
  values: Values;
  /** How many equal lines the file has before it. */
  times: number;
} & ({ line: Line; refusals?: undefined } | { line?: undefined; refusals: Refusal[] });

const LENGTHS = {
  title: 160,
  team: 120,
  competition: 120,
  brand: 80,
  size: 20,
  printed_name: 40,
  signed_by: 100,
  certificate: 200,
  bought_from: 100,
  lent_to: 100,
  storage_place: 100,
  notes: 2000,
} as const;

/** Reads all rows. Equal lines are as many copies: each has a key of its own. */
export function readLines(
  rows: readonly Row[],
  mapping: Mapping,
  options: ReadOptions,
): ReadLine[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const values = cellsOf(row, mapping);
    const key = rowKey(row, values.id);
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    return readLine(row, values, times, options);
  });
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
export function readLine(row: Row, said: Values, times: number, options: ReadOptions): ReadLine {
  const words = wordsOf(said);
  const values = { ...said, ...words?.values };
  const refusals: Refusal[] = [];
  const refuse = (column: Column, problem: LineProblem): null => {
    refusals.push({ column, problem, value: values[column] ?? "" });
    return null;
  };
  const emptied: Emptied[] = [];
  const kept: string[] = [];
  const keep = (column: Column) => {
    const { [column]: label } = options.labels ?? {};
    kept.push([label, values[column]].filter(Boolean).join(" "));
  };
  const empty = (column: Column, problem: Emptied["problem"]): null => {
    emptied.push({ column, problem, value: values[column] ?? "" });
    keep(column);
    return null;
  };
  const objections = { refuse, empty, keep };
  const read = reader(values, options, objections);
  const jersey: ExchangedJersey = {
    id: isUuid(values.jersey_id ?? "") ? values.jersey_id!.toLowerCase() : null,
    title: read.text("title"),
    team: read.text("team"),
    league: read.choice("league") ?? options.league,
    competition: read.text("competition"),
    season: read.season(isExported(said)),
    year: read.year(),
    kit_type: read.choice("kit_type"),
    brand: read.text("brand"),
  };
  if (!jersey.id && !jersey.title && !jersey.team) refuse("title", "noJersey");
  if (words?.hasSizes && !said.size)
    emptied.push({ column: "size", problem: "sizes", value: said.title ?? "" });
  const added_at = read.time();
  const details = readDetails(read, values, objections, options);
  if (refusals.length > 0) return { row, values: said, times, refusals };
  details.notes = withKept(details.notes, [
    words?.isPart && said.title,
    ...kept,
    ...(row.extra ?? []),
  ]);
  // Said twice, the second line is a copy of its own.
  const id = values.id && isUuid(values.id) && times === 0 ? values.id : null;
  const unread = new Set<string>(emptied.map(({ column }) => column));
  // Neither is stored without the other.
  if (unread.has("price") || unread.has("currency")) unread.add("price").add("currency");
  const given = (Object.keys(details) as (keyof CopyDetails)[]).filter(
    (name) => values[name] !== undefined && !unread.has(name),
  );
  const photos = row.photos ?? [];
  const key = `${rowKey(row, values.id)}#${times}`;
  const line = { line: row.line, key, id, added_at, jersey, details, given, photos, emptied };
  return { row, values: said, times, line };
}

/** In a list without a column for teams, a title is the jersey in words. What has a column of its own stays. */
function wordsOf({ title, ...others }: Values) {
  const words = title && others.team === undefined ? jerseyWords(title) : undefined;
  if (!words) return undefined;
  const { isPart = false, hasSizes = false, season, ...facts } = words;
  // "1994 Honda", with a column for years.
  const all = { ...facts, ...(season && !others.year && { season }) };
  const entries = Object.entries(all).filter(([name]) => !others[name as Column]);
  // A longer text is cut in the title, and whole in the notes.
  const isLong = lengthOf(title!) > LENGTHS.title;
  const values: Values = { ...Object.fromEntries(entries), ...(isLong && { title: "" }) };
  return { values, isPart: isPart || isLong, hasSizes };
}

/** What a line says and its fields can't store, below its own notes, as far as there is room. */
function withKept(
  notes: string | null,
  texts: readonly (string | false | undefined)[],
): string | null {
  let all = notes ?? "";
  for (const text of new Set(texts)) {
    const longer = all && text ? `${all}\n${text}` : text || all;
    if (lengthOf(longer) <= LENGTHS.notes) all = longer;
  }
  return all || null;
}

interface Objections {
  refuse: (column: Column, problem: LineProblem) => null;
  /** Leaves a cell out, and keeps its text in the notes. */
  empty: (column: Column, problem: Emptied["problem"]) => null;
  /** Keeps the text of a cell in the notes. */
  keep: (column: Column) => void;
}

function reader(values: Values, { dates }: ReadOptions, { refuse, empty, keep }: Objections) {
  return {
    text(column: keyof typeof LENGTHS): string | null {
      const text = values[column] || null;
      return text && lengthOf(text) > LENGTHS[column] ? refuse(column, "tooLong") : text;
    },
    choice<Name extends Choice>(column: Name) {
      const word = values[column];
      return word ? (valueOf(column, word) ?? empty(column, "word")) : null;
    },
    /** @param isFound true if the jersey is known without its season */
    season(isFound: boolean): string | null {
      const text = values.season;
      if (!text) return null;
      const [, bare = text] = /^(.*\d)\s*\(.*\)$/.exec(text) ?? [];
      const season = seasonOf(bare) ?? seasonOfDate(text);
      if (!season) return isFound ? empty("season", "season") : refuse("season", "season");
      // "88-89 (Carry-over)"
      if (bare !== text) keep("season");
      return season;
    },
    year(): number | null {
      if (!values.year || values.year === "0") return null;
      const year = Number(yearOf(values.year));
      return year >= 1850 && year <= 2100 ? year : refuse("year", "year");
    },
    date(column: "bought_on" | "lent_since"): string | null {
      const text = values[column];
      if (!text) return null;
      const date = dateOf(text, dates);
      if (!date) return empty(column, "date");
      return date > furthestToday().slice(0, date.length) ? empty(column, "future") : date;
    },
    time(): string | null {
      const text = values.added_at;
      if (!text) return null;
      return timeOf(text, dates) ?? empty("added_at", dateOf(text, dates) ? "future" : "date");
    },
    truth(column: "is_signed"): boolean {
      return truthOf(values[column] ?? "") ?? empty(column, "word") ?? false;
    },
  };
}

/** The day that it is already somewhere, as in the database. */
function furthestToday(): string {
  return new Date(Date.now() + 14 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

function readDetails(
  read: ReturnType<typeof reader>,
  values: Values,
  { refuse, empty }: Objections,
  options: ReadOptions,
): CopyDetails {
  const number =
    values.printed_number?.replace(/^(n°|nº|no\.?|#)\s*/i, "").replace(/[.,]0+$/, "") || null;
  const signed_by = read.text("signed_by");
  const certificate = read.text("certificate");
  const lent_to = read.text("lent_to");
  const lent_since = read.date("lent_since");
  if (lent_since && !values.lent_to) refuse("lent_to", "lentTo");
  return {
    size_scale: read.choice("size_scale"),
    size: read.text("size"),
    version: read.choice("version"),
    condition: read.choice("condition"),
    printed_name: read.text("printed_name"),
    printed_number:
      number && !/^\d{1,3}$/.test(number) ? empty("printed_number", "number") : number,
    is_signed: read.truth("is_signed") || Boolean(signed_by ?? certificate),
    signed_by,
    certificate,
    ...readPrice(values, empty, options),
    bought_on: read.date("bought_on"),
    bought_from: read.text("bought_from"),
    lent_to,
    lent_since,
    storage_place: read.text("storage_place"),
    notes: read.text("notes"),
  };
}

function readPrice(
  values: Values,
  empty: Objections["empty"],
  options: ReadOptions,
): Pick<CopyDetails, "price" | "currency"> {
  const none = { price: null, currency: null };
  if (!values.price) return none;
  const read = priceOf(values.price);
  if (!read || read.amount < 0 || read.amount > 1_000_000 || !hasCents(read.amount)) {
    empty("price", "price");
    return none;
  }
  const named = values.currency ? currencyOf(values.currency) : null;
  if (named === undefined) {
    empty("currency", "currency");
    return none;
  }
  return { price: read.amount, currency: named ?? read.currency ?? options.currency };
}

/** At most two decimals. */
function hasCents(amount: number): boolean {
  return Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;
}
