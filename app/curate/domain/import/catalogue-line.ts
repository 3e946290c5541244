import { isLeague } from "../../../shared/domain/leagues.ts";
import { slug } from "../../../shared/domain/slug.ts";
import { tidy } from "../../../shared/domain/rules/text.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import {
  type CatalogueColumn,
  type CatalogueMapping,
  LINE_FACTS,
  type LineFact,
} from "./catalogue-columns.ts";
import { parted } from "./catalogue-file.ts";
import { rowKey, valuesOf } from "../../../shared/domain/import/columns.ts";
import { type DateOrder, timeOf } from "../../../shared/domain/import/dates.ts";
import { priceOf } from "../../../shared/domain/import/prices.ts";
import { seasonOf, seasonOfDate, yearOf } from "../../../shared/domain/import/seasons.ts";
import type { Row } from "../../../shared/domain/import/read-table.ts";
import { codesOf } from "../../../shared/domain/product-codes.ts";
import { FACT_WORDS } from "./fact-words.ts";
import { colorOf, jerseyValueOf, meaningOf } from "../../../shared/domain/import/words.ts";

export type CatalogueValues = Partial<Record<CatalogueColumn, string>>;

/** An image as a line names it: a file of the chosen folder, or one in storage. */
export interface LineImage {
  name: string;
  /** The file in bucket `jerseys`, or its address. */
  path?: string | undefined;
  alt?: string;
  licence?: string;
  likeness?: string;
}

/** What an administrator chose for a line where its names are of nothing that the catalogue has. */
export interface LineChoices {
  competition_id?: string;
  season_id?: string;
  team_id?: string;
  brand_id?: string;
  /** Names that stay as they are written. */
  as_written?: ("team" | "brand")[];
  /** The line is no duplicate, whatever it looks like. */
  may_repeat?: boolean;
}

/** What a line says of the facts, read as far as it can be. */
type FactsOfLine = {
  [F in LineFact as F["name"]]: F extends { kind: "colors" | "codes" } ? string[] : string | null;
};

/** A line as `match_jerseys` and `import_jerseys` take it. The database says what is wrong with it. */
export interface CatalogueLine extends LineChoices, FactsOfLine {
  key: string;
  id: string | null;
  title: string | null;
  team: string | null;
  team_competition: string | null;
  league: string | null;
  competition: string | null;
  season: string | null;
  brand: string | null;
  created_at: string | null;
  images: LineImage[];
}

export interface ReadCatalogueLine {
  row: Row;
  values: CatalogueValues;
  line: CatalogueLine;
  /** The line of the file that says the same. */
  repeats?: number;
}

/** Reads all rows. Of lines that say the same, all but the first are marked. */
export function readCatalogueLines(
  rows: readonly Row[],
  mapping: CatalogueMapping,
): ReadCatalogueLine[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const values = valuesOf(row, mapping);
    const line = readCatalogueLine(row, values);
    const shirt = shirtOf(line);
    const repeats = seen.get(shirt);
    if (repeats === undefined) seen.set(shirt, row.line);
    return { row, values, line, ...(repeats !== undefined && { repeats }) };
  });
}

/** What tells the lines of one file apart. Jerseys with an id are as many as there are ids. */
function shirtOf({ id, team, season, year, kit_type, title, edition, competition }: CatalogueLine) {
  return (
    id ??
    JSON.stringify(
      [team, season, year, kit_type, title, edition, competition].map((text) => slug(text ?? "")),
    )
  );
}

/** Reads one row, also after its values were corrected on the screen: its key stays the same. */
export function readCatalogueLine(row: Row, values: CatalogueValues): CatalogueLine {
  const text = (column: CatalogueColumn) => values[column] || null;
  const id = isUuid(values.id ?? "") ? values.id!.toLowerCase() : null;
  const asWritten = parted(values.as_written ?? "").filter(
    (name): name is "team" | "brand" => name === "team" || name === "brand",
  );
  return {
    key: rowKey(row, id),
    id,
    title: text("title"),
    team: text("team"),
    team_competition: text("team_competition"),
    league: leagueOr(values.league),
    competition: text("competition"),
    season: seasonOrText(values.season),
    brand: text("brand"),
    ...factsOf(values),
    created_at: timeOrText(values.created_at, "dmy"),
    images: imagesOf(values),
    ...(asWritten.length > 0 && { as_written: asWritten }),
  };
}

/** What a line says of each fact, by its kind. What can't be read stays as it is written, for the refusal. */
function factsOf(values: CatalogueValues): FactsOfLine {
  const read = (fact: LineFact) => {
    const { name, kind } = fact;
    const text = values[name];
    // A list without years says them by its seasons, as the form of a submission does.
    if (kind === "year") return yearOrText(text ?? seasonOf(values.season ?? "")?.slice(0, 4));
    if (kind === "price") return euros(text);
    if (kind === "colors") return colorsOf(text);
    if (kind === "codes") return codesOf(text ?? "");
    if (kind !== "choice" || !text) return text || null;
    return meaningOf<string>(fact.choices, FACT_WORDS[name], text) ?? text;
  };
  return Object.fromEntries(LINE_FACTS.map((fact) => [fact.name, read(fact)])) as FactsOfLine;
}

function leagueOr(word: string | undefined): string | null {
  const league = word && jerseyValueOf("league", word);
  return isLeague(league) ? league : word || null;
}

function seasonOrText(text: string | undefined): string | null {
  return text ? (seasonOf(text) ?? seasonOfDate(text) ?? text) : null;
}

function yearOrText(text: string | undefined): string | null {
  return !text || text === "0" ? null : (yearOf(text) ?? text);
}

/** The catalogue's prices are in euros; what is none stays as it is written, for the refusal. */
function euros(text: string | undefined): string | null {
  if (!text) return null;
  const read = priceOf(text);
  const isEuros = read && (read.currency === null || read.currency === "EUR");
  return isEuros ? String(read.amount) : text;
}

function timeOrText(text: string | undefined, order: DateOrder): string | null {
  return text ? (timeOf(text, order) ?? text) : null;
}

function colorsOf(text = ""): string[] {
  const words = text.split(/[|,;/+&\n]/).map(tidy);
  return words.filter(Boolean).map((word) => colorOf(word) ?? word);
}

function imagesOf({ images = "", alt = "", licence = "" }: CatalogueValues): LineImage[] {
  const names = images
    .split(/[|;\n]/)
    .map(tidy)
    .filter(Boolean);
  const alts = parted(alt).map(tidy);
  const licences = parted(licence).map(tidy);
  return names.map((name, n) => {
    const text = alts[n];
    // One licence is that of all images.
    const word = licences.length === 1 ? licences[0] : licences[n];
    return {
      name,
      ...(isStored(name) && { path: name }),
      ...(text && { alt: text }),
      ...(word && { licence: licenceOf(word) }),
    };
  });
}

/** Whether a name is the address of a file in storage, or its path: `{member}/{file}`. */
function isStored(name: string): boolean {
  return /^https?:\/\/|^\/storage\//.test(name) || isUuid(name.split("/")[0] ?? "");
}

function licenceOf(word: string): string {
  const known: Record<string, string> = {
    "cc-by-sa-4-0": "CC-BY-SA-4.0",
    "cc-by-sa": "CC-BY-SA-4.0",
    "shown-here-only": "shown-here-only",
  };
  return known[slug(word)] ?? word;
}
