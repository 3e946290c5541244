import {
  consistent,
  type CopyDetails,
  DETAIL_NAMES,
  type DetailChoice,
  type DetailName,
  detailOf,
  DETAILS,
} from "../copies/copy-details.ts";
import { JERSEY_VALUES, JERSEY_WORDS, meaningOf } from "../../../shared/domain/import/words.ts";
import { slug } from "../../../shared/domain/slug.ts";
import { isPast } from "../copies/partial-date.ts";
import { sizeLabel } from "./jersey-words.ts";
import { dateOf, timeOf, sizeOfDate } from "../../../shared/domain/import/dates.ts";
import { currencyOf, priceOf } from "../../../shared/domain/import/prices.ts";
import { seasonOf, seasonOfDate, yearOf } from "../../../shared/domain/import/seasons.ts";
import { lengthOf } from "../../../shared/domain/rules/text.ts";
import type { Column, ExchangedJersey } from "./collection-file.ts";
import type { ReadOptions, Values } from "./read-line.ts";

type JerseyChoice = keyof typeof JERSEY_VALUES;

/** The columns whose value is one of a few words. */
export type Choice = JerseyChoice | DetailChoice;

type ValueOf<Name extends Choice> = Name extends JerseyChoice
  ? (typeof JERSEY_VALUES)[Name][number]
  : Name extends DetailName
    ? NonNullable<CopyDetails[Name]>
    : never;

const isOfJersey = (choice: Choice): choice is JerseyChoice => choice in JERSEY_VALUES;

/** The value that a word means; undefined if it is none that we know. */
export function valueOf<Name extends Choice>(
  choice: Name,
  word: string,
): ValueOf<Name> | undefined {
  if (isOfJersey(choice)) {
    return meaningOf(JERSEY_VALUES[choice], JERSEY_WORDS[choice], word) as ValueOf<Name>;
  }
  const detail = DETAILS[choice as DetailChoice];
  if (detail.kind !== "choice") return undefined;
  return meaningOf(detail.values, detail.words, word) as ValueOf<Name> | undefined;
}

/** True for what spreadsheets and people write into a cell that says nothing. */
export const isBlank = (cell: string) =>
  /^(?:[-–—?.]*|NA|n\/a|N\/A|#N\/A|null|NULL|NaN)$/.test(cell);

/** What lists say of a shirt that isn't in its collection any more: sold or given away. */
const AWAY = new Set(
  "vendu vendue donne donnee echange echangee sold given-away traded swapped vendido vendida regalado regalada cambiado cambiada trocado trocada".split(
    " ",
  ),
);
/** And of one that is wished for. */
const WANTED = new Set(
  "recherche recherchee souhaite souhaitee je-cherche cherche je-recherche je-veux want wanted wish wished wishlist looking-for buscado buscada busco deseado deseada procurado procurada procuro desejado desejada quero".split(
    " ",
  ),
);
/** And of one that is there and may go. */
export const OFFERS = {
  for_sale:
    "a-vendre en-vente for-sale on-sale selling en-venta a-la-venta se-vende para-vender a-venda vende-se para-venda",
  for_exchange:
    "a-echanger echangeable for-trade for-swap for-exchange trade swap tradeable para-cambiar para-cambio se-cambia intercambio para-intercambio para-troca para-trocar troca",
};
const OFFERED = new Set(Object.values(OFFERS).flatMap((words) => words.split(" ")));
/** And of one that is there. */
const HELD = new Set(
  "possede possedee collection ma-collection dans-ma-collection en-collection owned have collected in-collection i-have j-ai jai tengo en-coleccion coleccion tenho possuo na-colecao colecao".split(
    " ",
  ),
);

/** When, for how much or to whom a shirt went: "le 03/2021", "45 €", "à Paul". */
const SALE =
  /^(?:(?:(?:le|en|on|in|the|el|em|for|pour|por)\s+)?[\d€$£]|(?:à|a|to|sur|contre|for|para|por)\s+\p{Lu})/u;

/** True for a cell that says so, and nothing else but how. */
export function isAway(cell: string): boolean {
  const [word = "", ...others] = cell.split(/\s+/);
  return AWAY.has(slug(cell)) || (AWAY.has(slug(word)) && SALE.test(others.join(" ")));
}
export const isWanted = (cell: string) => WANTED.has(slug(cell));
export const isHeld = (cell: string) => HELD.has(slug(cell));
/** "À vendre", "à vendre ou à échanger", "for sale/trade". */
export const isOffered = (cell: string) =>
  cell.split(/[/,|]|\s(?:ou|or|o|et|and|y|e)\s/u).some((part) => OFFERED.has(slug(part)));

const YES = "true 1 yes y oui o si s sim x vrai verdadero verdadeiro signed signe";
const NO = "false 0 no n non nao faux falso";

/** Yes or no, in four languages and in spreadsheets; undefined if it is neither. */
export function truthOf(word: string): boolean | undefined {
  const wanted = slug(word);
  if (wanted === "" || NO.split(" ").includes(wanted)) return false;
  return YES.split(" ").includes(wanted) ? true : undefined;
}

/** A text under `import.refused` in the namespace `exchange`. */
type LineProblem = "noJersey" | "tooLong" | "year" | "season" | "lentTo";

export interface Refusal {
  column: Column;
  problem: LineProblem;
  value: string;
}

/** A cell that says nothing that its field can store: the notes keep it; `problem` is a text under `import.emptied`. */
export interface Emptied {
  column: Column;
  problem: "word" | "number" | "price" | "currency" | "date" | "future" | "season" | "sizes";
  value: string;
}

/** What lists say of a jersey, and how it is read. */
const JERSEY_CELLS = {
  title: { kind: "line", max: 160 },
  team: { kind: "line", max: 120 },
  league: { kind: "choice" },
  competition: { kind: "line", max: 120 },
  season: { kind: "season" },
  year: { kind: "year" },
  kit_type: { kind: "choice" },
  brand: { kind: "line", max: 80 },
  added_at: { kind: "time" },
} as const;

export const LONGEST_TITLE = JERSEY_CELLS.title.max;

/** What a cell says: its value, or what is wrong with it. */
type Cell =
  | { value: unknown; /** True if the notes keep its text all the same. */ isKept?: boolean }
  | { refused: LineProblem }
  | { emptied: Emptied["problem"] };

/**
 * Reads a cell that says something.
 * @param isExported true if the jersey is known without its season
 */
function readCell(
  column: keyof typeof JERSEY_CELLS | DetailName,
  text: string,
  { dates }: ReadOptions,
  isExported: boolean,
): Cell {
  const read = detailOf(column) ?? JERSEY_CELLS[column as keyof typeof JERSEY_CELLS];
  switch (read.kind) {
    case "line":
    case "text": {
      const size = column === "size" ? sizeOfDate(text) : undefined;
      if (size) return { value: size, isKept: true };
      return lengthOf(text) > read.max ? { refused: "tooLong" } : { value: text };
    }
    case "choice":
      return known(valueOf(column as Choice, text), "word");
    case "yes":
      return known(truthOf(text), "word");
    case "digits": {
      const number = text.replace(/^(n°|nº|no\.?|#)\s*/i, "").replace(/[.,]0+$/, "");
      return /^(\d{1,3})?$/.test(number) ? { value: number || null } : { emptied: "number" };
    }
    case "date": {
      const date = dateOf(text, dates);
      if (!date) return { emptied: "date" };
      return isPast(date) ? { value: date } : { emptied: "future" };
    }
    case "time":
      return known(timeOf(text, dates) ?? undefined, dateOf(text, dates) ? "future" : "date");
    case "season": {
      // "88-89 (Carry-over)"
      const [, bare = text] = /^(.*\d)\s*\(.*\)$/.exec(text) ?? [];
      const season = seasonOf(bare);
      if (season) return { value: season, isKept: bare !== text };
      // A guess: what stands in the cell goes into the notes.
      const guessed = seasonOfDate(text) ?? wholeYear(text);
      if (guessed) return { value: guessed, isKept: true };
      return isExported ? { emptied: "season" } : { refused: "season" };
    }
    case "year": {
      const year = Number(yearOf(text));
      if (text === "0") return { value: null };
      return year >= 1850 && year <= 2100 ? { value: year } : { refused: "year" };
    }
    default:
      // Price and currency are read together.
      return { value: null };
  }
}

/** "98" in a column of seasons. */
function wholeYear(text: string): string | undefined {
  const digits = /^['’]?(\d{2})$/.exec(text)?.[1];
  if (!digits) return undefined;
  const next = (new Date().getFullYear() + 1) % 100;
  return `${Number(digits) > next ? 19 : 20}${digits}`;
}

const known = (value: unknown, problem: Emptied["problem"]): Cell =>
  value === undefined ? { emptied: problem } : { value };

type Priced = Pick<CopyDetails, "price" | "currency">;

/** A price with its currency; or which of the two can't be read. */
function readPrice(values: Values, options: ReadOptions): Priced | "price" | "currency" {
  if (!values.price) return { price: null, currency: null };
  const read = priceOf(values.price);
  if (!read || read.amount < 0 || read.amount > 1_000_000 || !hasCents(read.amount)) return "price";
  const named = values.currency ? currencyOf(values.currency) : null;
  if (named === undefined) return "currency";
  return { price: read.amount, currency: named ?? read.currency ?? options.currency };
}

/** At most two decimals. */
function hasCents(amount: number): boolean {
  return Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;
}

/** What the cells of a line say. */
interface ReadCells {
  jersey: Omit<ExchangedJersey, "id">;
  added_at: string | null;
  details: CopyDetails;
  refusals: Refusal[];
  emptied: Emptied[];
  /** What its fields can't store, with the names of the columns. */
  kept: string[];
}

/** Reads all cells of a line. */
export function readCells(values: Values, options: ReadOptions, isExported: boolean): ReadCells {
  const refusals: Refusal[] = [];
  const emptied: Emptied[] = [];
  const kept: string[] = [];
  const keep = (column: Column) => {
    kept.push([options.labels?.[column], values[column]].filter(Boolean).join(" "));
  };
  const empty = (column: Column, problem: Emptied["problem"]) => {
    emptied.push({ column, problem, value: values[column] ?? "" });
    keep(column);
  };
  const said = (column: keyof typeof JERSEY_CELLS | DetailName): unknown => {
    const text = values[column];
    const none = detailOf(column)?.kind === "yes" ? false : null;
    // A column of states may say of a shirt that it is wanted.
    if (!text || (detailOf(column)?.kind === "choice" && isWanted(text))) return none;
    const cell = readCell(column, text, options, isExported);
    if ("refused" in cell) refusals.push({ column, problem: cell.refused, value: text });
    else if ("emptied" in cell) empty(column, cell.emptied);
    if (!("value" in cell)) return none;
    if (cell.isKept) keep(column);
    return cell.value;
  };
  const all = <Name extends keyof typeof JERSEY_CELLS | DetailName>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, said(name)])) as Record<Name, unknown>;
  const { added_at, ...jersey } = all(Object.keys(JERSEY_CELLS) as (keyof typeof JERSEY_CELLS)[]);
  const details = all(DETAIL_NAMES) as CopyDetails;
  if (details.lent_since && !values.lent_to) {
    refusals.push({ column: "lent_to", problem: "lentTo", value: "" });
  }
  const priced = readPrice(values, options);
  if (typeof priced === "string") empty(priced, priced);
  else Object.assign(details, priced);
  return {
    jersey: { ...jersey, league: jersey.league ?? options.league } as ReadCells["jersey"],
    added_at: added_at as string | null,
    details: consistent({ ...details, size: sizeLabel(details.size) }),
    ...{ refusals, emptied, kept },
  };
}
