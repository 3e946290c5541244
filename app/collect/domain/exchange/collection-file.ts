import type { FormerJersey } from "../copies/copy.ts";
import { type CopyDetails, DETAIL_NAMES } from "../copies/copy-details.ts";
import type { JerseyFields, PlainFact } from "../../../shared/domain/facts/jersey.ts";
import type { KitType } from "../../../shared/domain/kit-types.ts";
import type { SportOfShirt } from "../../../shared/domain/leagues.ts";
import { seasonName } from "../../../shared/domain/season.ts";
import { asWritten, type Cell } from "../../../shared/domain/write-csv.ts";

/** The documented format of an exported collection: docs/exchange.md. */
export const FORMAT = "maillotheque-collection";
/** Readers accept this version and earlier ones; it grows when a field changes its meaning. */
export const VERSION = 1;

/** What a file says of a jersey: enough to find it in another catalogue. */
export interface ExchangedJersey {
  id: string | null;
  title: string | null;
  team: string | null;
  league: SportOfShirt | null;
  competition: string | null;
  season: string | null;
  year: number | null;
  kit_type: KitType | null;
  brand: string | null;
}

export interface ExchangedCopy extends CopyDetails {
  id: string;
  added_at: string;
  jersey: ExchangedJersey;
  /** Names of files in the same ZIP, the cover first. */
  photos: string[];
}

interface ExchangedWish {
  jersey: ExchangedJersey;
  added_at: string;
  size_scale: string | null;
  size: string | null;
  highest_price: number | null;
  currency: string | null;
  note: string | null;
}

interface ExchangedVote {
  jersey: ExchangedJersey;
  vote: string;
  /** Null for votes from before times were noted. */
  cast_at: string | null;
}

export interface ExchangedSubmission
  extends ExchangedJersey, Pick<JerseyFields, Exclude<PlainFact["name"], keyof ExchangedJersey>> {
  status: string;
  created_at: string;
  images: { path: string | null; alt: string | null; licence: string | null }[];
}

export interface CollectionFile {
  format: typeof FORMAT;
  version: typeof VERSION;
  exported_at: string;
  copies: ExchangedCopy[];
  wishes: ExchangedWish[];
  votes: ExchangedVote[];
  submissions: ExchangedSubmission[];
}

/** A jersey as the database gives it. */
export interface JerseyRow {
  id: string;
  title: string;
  team: string;
  league: string;
  year: number | null;
  kit_type: string | null;
  brand: string | null;
  season: { code: string } | null;
  competition: { name: string } | null;
}

/** The jersey of a copy, a wish or a vote; what is left of it where it can't be read. */
export function exchangedJersey(
  id: string | null,
  jersey: JerseyRow | null,
  former: FormerJersey | null = null,
): ExchangedJersey {
  const facts = jersey
    ? { ...jersey, season: jersey.season?.code, competition: jersey.competition?.name }
    : former;
  return {
    id: jersey?.id ?? id,
    title: facts?.title ?? null,
    team: facts?.team ?? null,
    league: (facts?.league as SportOfShirt | undefined) ?? null,
    competition: facts?.competition ?? null,
    season: facts?.season ?? null,
    year: facts?.year ?? null,
    kit_type: (facts?.kit_type as KitType | null | undefined) ?? null,
    brand: facts?.brand ?? null,
  };
}

/** The columns of an exported CSV, in their order; names don't depend on the language. */
export const COLUMNS = [
  "id",
  "added_at",
  "jersey_id",
  "title",
  "team",
  "league",
  "competition",
  "season",
  "year",
  "kit_type",
  "brand",
  ...DETAIL_NAMES,
] as const;

/** What a list may say besides: how many of the shirt there are, and what its notes keep of an offer. */
export const LIST_COLUMNS = [...COLUMNS, "count", "wanted", "for_sale", "for_exchange"] as const;

export type Column = (typeof LIST_COLUMNS)[number];

/** Columns that are read again whatever a spreadsheet makes of them; other programs read these as they are. */
const UNHARMED: readonly string[] = [
  "id",
  "jersey_id",
  "added_at",
  "season",
  "bought_on",
  "lent_since",
] satisfies Column[];

/** A copy as a row of the CSV, of which spreadsheets change nothing. */
export function copyRow(copy: ExchangedCopy): Record<(typeof COLUMNS)[number], Cell> {
  const { jersey, photos: _, ...own } = copy;
  const { id, season, ...facts } = jersey;
  // Spreadsheets take `2011-12` for December 2011.
  const row = { ...facts, season: season && (seasonName(season) ?? season), ...own, jersey_id: id };
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === "string" && !UNHARMED.includes(name) ? asWritten(value) : value,
  ]);
  return Object.fromEntries(cells) as ReturnType<typeof copyRow>;
}

/** Name of a photo's file in the ZIP. */
export function photoName(copyId: string, path: string, place: number): string {
  return `photos/${copyId}-${place + 1}.${path.endsWith(".jpg") ? "jpg" : "webp"}`;
}
