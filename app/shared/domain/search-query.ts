import { type KitType } from "./kit-types.ts";
import { fold } from "./slug.ts";
import { wholeWords, words } from "./words.ts";

/** A query such as "om 1993" or "barça extérieur années 90", read as a team and what it wore. */
export interface SearchQuery {
  /** The words that are left for the team. */
  team: string;
  /** The years asked for: one, that in which a season began, or ten. */
  years?: { from: number; to: number };
  /** A season that was named, by its code. */
  season?: string;
  kitType?: KitType;
}

/** Words for kit types in the four languages; a rules test compares them with search's own. */
export const KIT_WORDS: Readonly<Record<string, KitType>> = {
  ...{ home: "home", domicile: "home", local: "home", casa: "home", mandante: "home" },
  ...{ primera: "home", segunda: "away", ii: "away", iii: "third" },
  ...{ titular: "home", away: "away", exterieur: "away", visitante: "away", fora: "away" },
  ...{ reserva: "away", third: "third", troisieme: "third", tercera: "third", terceira: "third" },
  ...{ training: "training", entrainement: "training", entrenamiento: "training" },
  ...{
    treino: "training",
    fourth: "fourth",
    quatrieme: "fourth",
    cuarta: "fourth",
    quarta: "fourth",
  },
  ...{
    goalkeeper: "goalkeeper",
    goalie: "goalkeeper",
    keeper: "goalkeeper",
    gardien: "goalkeeper",
  },
  ...{ portero: "goalkeeper", arquero: "goalkeeper", goleiro: "goalkeeper" },
  ...{ prematch: "prematch", prepartido: "prematch" },
  ...{ anniversary: "anniversary", anniversaire: "anniversary", aniversario: "anniversary" },
  ...{ comemorativa: "anniversary", conmemorativa: "anniversary" },
};

/** Names of two words: "avant-match", "pré-jogo". */
const PREMATCH = /\b(?:pre|avant)[ -]match\b|\bpre[ -]jogo\b/;

/** Words around a year, a season or a decade. */
const NOISE = new Set(
  "saison season temporada annee annees ano anos year years decada decade epoca".split(" "),
);

const DECADE_WORDS: Readonly<Record<string, number>> = {
  ...{ sixties: 1960, seventies: 1970, eighties: 1980, nineties: 1990 },
  ...{ sesenta: 1960, setenta: 1970, ochenta: 1980, noventa: 1990, sessenta: 1960, oitenta: 1980 },
};

const FIRST_YEAR = 1850;

/**
 * Reads year, season or decade and kit type out of a query. Undefined if it names none of them, or
 * nothing but them.
 */
export function parseSearch(query: string, thisYear: number): SearchQuery | undefined {
  const text = fold(wholeWords(query)).replace(PREMATCH, "prematch");
  const time = timeIn(text, thisYear);
  const left = words(time ? text.replace(time.text, " ") : text).filter(
    (word) => !(time && NOISE.has(word)),
  );
  // The first word may be part of a name: "Casa Pia".
  const kit = left.findLast((word, place) => place > 0 && Object.hasOwn(KIT_WORDS, word));
  const team = left.filter((word) => word !== kit).join(" ");
  if (team === "" || (!time && !kit)) return undefined;
  return {
    team,
    ...(time && { years: time.years }),
    ...(time?.season && { season: time.season }),
    ...(kit && { kitType: KIT_WORDS[kit]! }),
  };
}

/**
 * A query that ends with two digits, with the year that they may be: "france 98" as "france 1998".
 * Undefined if it has none. Only where no club is called so: "schalke 04".
 */
export function withWholeYear(query: string, thisYear: number): string | undefined {
  const [, before, digits] = /^(.*[^\d\s].*)\s['’]?(\d{2})$/.exec(query.trim()) ?? [];
  return before && digits ? `${before} ${fullYear(Number(digits), thisYear)}` : undefined;
}

/**
 * A query with two digits anywhere as the year that they may be, for words that find nothing as they are: "france 98 zidane 10"
 * as "france 1998 zidane 10". The highest are taken: the others are on a back.
 */
export function withYearWithin(query: string, thisYear: number): string | undefined {
  const numbers = query.match(/(?<!\S)['’]?\d{2}(?!\S)/g) ?? [];
  const digitsOf = (number: string) => Number(number.slice(-2));
  const [year] = numbers.toSorted((one, other) => digitsOf(other) - digitsOf(one));
  if (!year || timeIn(fold(query), thisYear)) return undefined;
  return query.replace(year, String(fullYear(digitsOf(year), thisYear)));
}

interface Time {
  /** The part of the text that says so. */
  text: string;
  years: { from: number; to: number };
  season?: string;
}

function timeIn(text: string, thisYear: number): Time | undefined {
  return seasonIn(text, thisYear) ?? decadeIn(text, thisYear) ?? yearIn(text, thisYear);
}

/** "1993-94", "1993/1994", "93-94". Two years in a row only: "0-0" is none. */
function seasonIn(text: string, thisYear: number): Time | undefined {
  const [found, first = "", second = ""] =
    /(?<!\d)(\d{4}|\d{2})\s?[-/–]\s?(\d{4}|\d{2})(?!\d)/.exec(text) ?? [];
  if (!found) return undefined;
  const from = first.length === 4 ? Number(first) : fullYear(Number(first), thisYear);
  const end = String(from + 1);
  if (from < FIRST_YEAR || from > thisYear || (second !== end && second !== end.slice(2))) {
    return undefined;
  }
  return { text: found, years: { from, to: from }, season: `${from}-${end.slice(2)}` };
}

/** "1990s", "90s", "90's", "années 90", "anos 1990", "nineties". */
function decadeIn(text: string, thisYear: number): Time | undefined {
  const [found, digits] =
    /(?<!\d)(\d{2}|\d{4})'?s\b/.exec(text) ??
    /\b(?:annees|anos|decada de|decada de los|los)\s(\d{2}|\d{4})\b/.exec(text) ??
    [];
  if (found && digits?.endsWith("0")) {
    const from = digits.length === 4 ? Number(digits) : fullYear(Number(digits), thisYear);
    if (isYear(from, thisYear)) return decade(found, from);
  }
  const word = words(text).find((word) => Object.hasOwn(DECADE_WORDS, word));
  return word === undefined ? undefined : decade(word, DECADE_WORDS[word]!);
}

function decade(text: string, from: number): Time {
  return { text, years: { from, to: from + 9 } };
}

/** The last year of the text: a club's own year ("Como 1907") comes first. */
function yearIn(text: string, thisYear: number): Time | undefined {
  const found = text
    .match(/(?<!\d)\d{4}(?!\d)/g)
    ?.findLast((digits) => isYear(Number(digits), thisYear));
  return found === undefined
    ? undefined
    : { text: found, years: { from: Number(found), to: Number(found) } };
}

function isYear(year: number, thisYear: number): boolean {
  return year >= FIRST_YEAR && year <= thisYear + 1;
}

/** 93 is 1993, 05 is 2005. */
function fullYear(year: number, thisYear: number): number {
  return year > thisYear % 100 ? 1900 + year : 2000 + year;
}

/** The code of the season that begins in a year, where seasons have two years or one. */
export function seasonCode(year: number, isOneYear: boolean): string {
  return isOneYear ? String(year) : `${year}-${String((year + 1) % 100).padStart(2, "0")}`;
}
