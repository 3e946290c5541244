import {
  type CopyDetails,
  type DetailChoice,
  type DetailName,
  DETAILS,
  consistent,
  DETAIL_NAMES,
} from "../copies/copy-details.ts";
import { JERSEY_VALUES, JERSEY_WORDS, meaningOf } from "../../../shared/domain/import/words.ts";
import { slug } from "../../../shared/domain/slug.ts";
import { sizeLabel } from "./jersey-words.ts";
import { dateOf, timeOf } from "../../../shared/domain/import/dates.ts";
import { currencyOf, priceOf } from "../../../shared/domain/import/prices.ts";
import { seasonOf, seasonOfDate, yearOf } from "../../../shared/domain/import/seasons.ts";
import { lengthOf } from "../../../shared/domain/rules/text.ts";
import type { Column } from "./collection-file.ts";
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

/** What lists say of a shirt that isn't in its collection: sold, given away, or wanted. */
const AWAY = new Set(
  [
    "vendu vendue a-vendre donne donnee echange echangee recherche recherchee souhaite souhaitee je-cherche je-veux",
    "sold for-sale given-away traded swapped wanted wish wished wishlist looking-for",
    "vendido vendida en-venta a-venda regalado regalada cambiado cambiada buscado buscada busco deseado deseada",
    "trocado trocada procurado procurada procuro desejado desejada quero",
  ].flatMap((words) => words.split(" ")),
);

/** True for a cell that says so, and nothing else. */
export const isAway = (cell: string) => AWAY.has(slug(cell));

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

/** The longest texts about a jersey. */
export const LENGTHS = {
  title: 160,
  team: 120,
  competition: 120,
  brand: 80,
} as const;

export interface Objections {
  refuse: (column: Column, problem: LineProblem) => null;
  /** Leaves a cell out, and keeps its text in the notes. */
  empty: (column: Column, problem: Emptied["problem"]) => null;
  /** Keeps the text of a cell in the notes. */
  keep: (column: Column) => void;
}

/** Reads the fields of a line. */
export function reader(
  values: Values,
  { dates }: ReadOptions,
  { refuse, empty, keep }: Objections,
) {
  return {
    text(column: Column, max: number): string | null {
      const text = values[column] || null;
      return text && lengthOf(text) > max ? refuse(column, "tooLong") : text;
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
    date(column: Column): string | null {
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
    truth(column: Column): boolean {
      return truthOf(values[column] ?? "") ?? empty(column, "word") ?? false;
    },
  };
}

/** The day that it is already somewhere, as in the database. */
function furthestToday(): string {
  return new Date(Date.now() + 14 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** Reads what a line says of its copy. */
export function readDetails(
  read: ReturnType<typeof reader>,
  values: Values,
  { refuse, empty }: Objections,
  options: ReadOptions,
): CopyDetails {
  const valueOfDetail = (name: DetailName) => {
    const detail = DETAILS[name];
    switch (detail.kind) {
      case "line":
      case "text":
        return read.text(name, detail.max);
      case "digits": {
        const number =
          values[name]?.replace(/^(n°|nº|no\.?|#)\s*/i, "").replace(/[.,]0+$/, "") || null;
        return number && !/^\d{1,3}$/.test(number) ? empty(name, "number") : number;
      }
      case "choice":
        return read.choice(name as DetailChoice);
      case "yes":
        return read.truth(name);
      case "date":
        return read.date(name);
      default:
        // Price and currency are read together.
        return null;
    }
  };
  const details = Object.fromEntries(
    DETAIL_NAMES.map((name) => [name, valueOfDetail(name)]),
  ) as unknown as CopyDetails;
  if (details.lent_since && !values.lent_to) refuse("lent_to", "lentTo");
  return consistent({
    ...details,
    ...readPrice(values, empty, options),
    size: sizeLabel(details.size),
  });
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
