import { type IdRange, SITEMAP_KINDS, type SitemapKind } from "../../data/sitemap/sitemap.ts";

/** Rows a file is meant to hold; each has four addresses, and a file may have 50,000. */
const MEANT = 2_500;
/** More than this no file holds, however unevenly ids may lie. */
export const MOST_ROWS = 12_500;

/** The first three digits of an id. */
const STARTS = 16 ** 3;

/** One of the files that the rows of a kind are split into by their id, which is random. */
export interface Part {
  kind: SitemapKind;
  /** How many files there are, a power of two. */
  of: number;
  /** Which one this is, from 1. */
  number: number;
}

/** The files for so many rows. */
export function partsFor(kind: SitemapKind, rows: number): Part[] {
  const wanted = Math.max(1, rows / MEANT);
  const of = Math.min(STARTS, 2 ** Math.ceil(Math.log2(wanted)));
  return Array.from({ length: of }, (_, n) => ({ kind, of, number: n + 1 }));
}

export function partFile({ kind, of, number }: Part): string {
  return `${kind}-${of}-${number}.xml`;
}

/** The part that a file is; undefined where there can be no such file. */
export function parsePart(file: string): Part | undefined {
  const [, name, of = 0, number = 0] = /^([a-z]+)-(\d{1,4})-(\d{1,4})\.xml$/.exec(file) ?? [];
  const kind = SITEMAP_KINDS.find((known) => known === name);
  const part = kind && { kind, of: Number(of), number: Number(number) };
  if (!part || part.number < 1 || part.number > part.of || part.of > STARTS) return undefined;
  const isProper = Number.isInteger(Math.log2(part.of)) && partFile(part) === file;
  return isProper ? part : undefined;
}

/** Which ids lie in a part. */
export function rangeOf({ of, number }: Part): IdRange {
  const start = (n: number) =>
    `${((n * STARTS) / of).toString(16).padStart(3, "0")}00000-0000-0000-0000-000000000000`;
  return { from: start(number - 1), to: number === of ? undefined : start(number) };
}
