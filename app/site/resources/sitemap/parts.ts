import { type IdRange, SITEMAP_KINDS, type SitemapKind } from "../../data/sitemap/sitemap.ts";

/** Rows per file on average; each row has four addresses, and a file may have 50,000. */
const MEANT = 2_500;
/** The upper limit of a file, for unevenly distributed ids. */
export const MOST_ROWS = 12_500;

/** The file of the catalogue's pages with one filter. */
export const CATALOGUE_FILE = "catalogue.xml";

/** Number of possible first three digits of an id. */
const STARTS = 16 ** 3;

/** One of the files of a kind. Rows are split by their id, which is random. */
export interface Part {
  kind: SitemapKind;
  /** The number of files, a power of two. */
  of: number;
  /** The number of this file, from 1. */
  number: number;
}

/** The files for a number of rows. */
export function partsFor(kind: SitemapKind, rows: number): Part[] {
  const wanted = Math.max(1, rows / MEANT);
  const of = Math.min(STARTS, 2 ** Math.ceil(Math.log2(wanted)));
  return Array.from({ length: of }, (_, n) => ({ kind, of, number: n + 1 }));
}

export function partFile({ kind, of, number }: Part): string {
  return `${kind}-${of}-${number}.xml`;
}

/** The part in a file name; undefined if there is no such file. */
export function parsePart(file: string): Part | undefined {
  const [, name, of = 0, number = 0] = /^([a-z]+)-(\d{1,4})-(\d{1,4})\.xml$/.exec(file) ?? [];
  const kind = SITEMAP_KINDS.find((known) => known === name);
  const part = kind && { kind, of: Number(of), number: Number(number) };
  if (!part || part.number < 1 || part.number > part.of || part.of > STARTS) return undefined;
  const isProper = Number.isInteger(Math.log2(part.of)) && partFile(part) === file;
  return isProper ? part : undefined;
}

/** The ids in a part. */
export function rangeOf({ of, number }: Part): IdRange {
  const start = (n: number) =>
    `${((n * STARTS) / of).toString(16).padStart(3, "0")}00000-0000-0000-0000-000000000000`;
  return { from: start(number - 1), to: number === of ? undefined : start(number) };
}
