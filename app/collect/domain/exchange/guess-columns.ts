import {
  byHeading,
  guessMapping,
  JOINED,
  type MappingOf,
  type Meaning,
} from "../../../shared/domain/import/columns.ts";
import type { Row } from "../../../shared/domain/import/read-table.ts";
import { slug } from "../../../shared/domain/slug.ts";
import { type Column, COLUMNS } from "./collection-file.ts";
import { byCells } from "./guess-by-cells.ts";
import { HEADINGS } from "./headings.ts";

/** Whose list a file looks like. */
export const PRESETS = ["own", "discogs", "spreadsheet"] as const;
export type Preset = (typeof PRESETS)[number];

export type Mapping = MappingOf<Column>;

/** The columns of an empty list: what collectors note of a shirt. */
export const TEMPLATE = [
  "team",
  "season",
  "kit_type",
  "size",
  "version",
  "condition",
  "printed_name",
  "printed_number",
  "price",
  "currency",
  "bought_on",
  "bought_from",
  "storage_place",
  "notes",
] as const satisfies readonly Column[];

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
export function guessColumns(
  header: readonly string[],
  rows: readonly Row[] = [],
  preset = likelyPreset(header),
): Mapping {
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
