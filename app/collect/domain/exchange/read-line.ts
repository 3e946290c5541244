import type { CopyDetails } from "../copies/copy.ts";
import type { League } from "../../../shared/domain/leagues.ts";
import { lengthOf } from "../../../shared/domain/rules/text.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import type { Column, ExchangedJersey } from "./collection-file.ts";
import { rowKey, valuesOf } from "../../../shared/domain/import/columns.ts";
import type { Mapping } from "./guess-columns.ts";
import { jerseyWords, sizeLabel } from "./jersey-words.ts";
import {
  currencyOf,
  type DateOrder,
  dateOf,
  priceOf,
  seasonOf,
  timeOf,
  yearOf,
} from "../../../shared/domain/import/numbers.ts";
import type { Row } from "../../../shared/domain/import/read-table.ts";
import { type Choice, truthOf, valueOf } from "./words.ts";

/** What a file leaves open, as chosen on the screen. */
export interface ReadOptions {
  dates: DateOrder;
  /** Of prices without a currency. */
  currency: string;
  /** Of jerseys without a sport. */
  league: League;
}

/** A text under `import.refused` in the namespace `exchange`. */
type LineProblem = "noJersey" | "tooLong" | "year" | "season" | "lentTo";

interface Refusal {
  column: Column;
  problem: LineProblem;
  value: string;
}

/** A cell that says nothing that can be stored, and stays empty; `problem` is a text under `import.emptied`. */
interface Emptied {
  column: Column;
  problem: "word" | "number" | "price" | "currency" | "date" | "future";
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
    const values = valuesOf(row, mapping);
    const key = rowKey(row, values.id);
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    return readLine(row, values, times, options);
  });
}

/** Reads one row; also after its values were corrected on the screen. */
export function readLine(row: Row, said: Values, times: number, options: ReadOptions): ReadLine {
  const values = withWords(said);
  const refusals: Refusal[] = [];
  const refuse = (column: Column, problem: LineProblem): null => {
    refusals.push({ column, problem, value: values[column] ?? "" });
    return null;
  };
  const emptied: Emptied[] = [];
  const empty = (column: Column, problem: Emptied["problem"]): null => {
    emptied.push({ column, problem, value: values[column] ?? "" });
    return null;
  };
  const read = reader(values, options, { refuse, empty });
  const jersey: ExchangedJersey = {
    id: isUuid(values.jersey_id ?? "") ? values.jersey_id!.toLowerCase() : null,
    title: read.text("title"),
    team: read.text("team"),
    league: read.choice("league") ?? options.league,
    competition: read.text("competition"),
    season: read.season(),
    year: read.year(),
    kit_type: read.choice("kit_type"),
    brand: read.text("brand"),
  };
  if (!jersey.id && !jersey.title && !jersey.team) refuse("title", "noJersey");
  const details = readDetails(read, values, { refuse, empty }, options);
  if (refusals.length > 0) return { row, values: said, times, refusals };
  // Said twice, the second line is a copy of its own.
  const id = values.id && isUuid(values.id) && times === 0 ? values.id : null;
  const added_at = timeOf(values.added_at ?? "", options.dates);
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
function withWords(values: Values): Values {
  const { title, ...others } = values;
  if (!title || values.team !== undefined) return values;
  const words = jerseyWords(title);
  if (!words) return values;
  const named = Object.entries(others).filter(([, value]) => value !== "");
  return { ...others, ...words, ...Object.fromEntries(named) };
}

interface Objections {
  refuse: (column: Column, problem: LineProblem) => null;
  empty: (column: Column, problem: Emptied["problem"]) => null;
}

function reader(values: Values, { dates }: ReadOptions, { refuse, empty }: Objections) {
  return {
    text(column: keyof typeof LENGTHS): string | null {
      const text = values[column] || null;
      return text && lengthOf(text) > LENGTHS[column] ? refuse(column, "tooLong") : text;
    },
    choice<Name extends Choice>(column: Name) {
      const word = values[column];
      return word ? (valueOf(column, word) ?? empty(column, "word")) : null;
    },
    season(): string | null {
      return values.season ? (seasonOf(values.season) ?? refuse("season", "season")) : null;
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
  const number = values.printed_number?.replace(/^(n°|nº|#)\s*/i, "") || null;
  const signed_by = read.text("signed_by");
  const certificate = read.text("certificate");
  const lent_to = read.text("lent_to");
  const lent_since = read.date("lent_since");
  if (lent_since && !values.lent_to) refuse("lent_to", "lentTo");
  return {
    size_scale: read.choice("size_scale"),
    size: sizeLabel(read.text("size")),
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
