import type { DumpFile } from "./dump-files.ts";

export const FORMATS = ["csv", "ndjson", "parquet"] as const;
export type Format = (typeof FORMATS)[number];

/** One file of a dump. */
export interface ManifestFile {
  name: DumpFile;
  format: Format;
  url: string;
  mediaType: string;
  rows: number;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** `manifest.json`: what a dump has, and how it is checked. */
export interface Manifest {
  schemaVersion: number;
  site: string;
  /** The moment whose public rows the files have, in ISO 8601. */
  takenAt: string;
  /** The number of the last public change in them: `/data/changes?after=` goes on from it. */
  change: number;
  /** Of everything but the photos, whose rows name their own. */
  licence: string;
  files: ManifestFile[];
}

export const LICENCE = "https://creativecommons.org/publicdomain/zero/1.0/";

const HOUR_MS = 60 * 60_000;

/** A dump is made every night; an older one means that the job stands still (`check_dump()`). */
export const isDumpLate = (takenAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(takenAt) > 26 * HOUR_MS;
