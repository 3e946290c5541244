import { fileWriter, parquetWriteRows } from "hyparquet-writer";
import type { SchemaElement } from "hyparquet";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

import {
  type Column,
  columnsOf,
  type DumpFile,
  type Row,
} from "../../app/open/domain/dump-files.ts";
import type { Format, ManifestFile } from "../../app/open/domain/manifest.ts";
import { csvLine, ndjsonLine } from "../../app/open/domain/row.ts";

/** How a format's files end, and what a server calls them. */
const FORMATS: Record<Format, { ending: string; mediaType: string }> = {
  csv: { ending: "csv.gz", mediaType: "application/gzip" },
  ndjson: { ending: "ndjson.gz", mediaType: "application/gzip" },
  parquet: { ending: "parquet", mediaType: "application/vnd.apache.parquet" },
};

/** Rows that are in memory at once as columns. */
const ROW_GROUP = 5_000;

/** A file on disk. */
export interface WrittenFile {
  /** What its manifest says, without an address. */
  file: Omit<ManifestFile, "url">;
  /** Its name in the dump's folder. */
  fileName: string;
  path: string;
}

/**
 * Writes rows as CSV, NDJSON and Parquet, read once and never held all at once.
 * @param batches Some rows at a time, in the order of the file
 */
export async function writeFiles(
  name: DumpFile,
  batches: AsyncIterable<Row[]>,
  folder: string,
): Promise<WrittenFile[]> {
  const columns = columnsOf(name);
  const pathOf = (format: Format) => join(folder, `${name}.${FORMATS[format].ending}`);
  const csv = gzippedFile(pathOf("csv"));
  const ndjson = gzippedFile(pathOf("ndjson"));
  let rows = 0;

  async function* passingRows(): AsyncGenerator<Row> {
    await csv.write(csvLine(columns.map((column) => column.name)));
    for await (const batch of batches) {
      await csv.write(batch.map((row) => csvLine(Object.values(row))).join(""));
      await ndjson.write(batch.map(ndjsonLine).join(""));
      rows += batch.length;
      yield* batch;
    }
  }

  await parquetWriteRows({
    writer: fileWriter(pathOf("parquet")),
    rows: passingRows(),
    // What is known of each group stays in memory until the end.
    columns: columns.map((column) => ({ name: column.name, offsetIndex: false })),
    statistics: false,
    schema: parquetSchema(columns),
    rowGroupSize: ROW_GROUP,
  });
  await Promise.all([csv.end(), ndjson.end()]);
  return Promise.all(
    (Object.keys(FORMATS) as Format[]).map(async (format) => {
      const { ending, mediaType } = FORMATS[format];
      const path = pathOf(format);
      const { size: bytes } = await stat(path);
      const file = { name, format, mediaType, rows, bytes, sha256: await sha256Of(path) };
      return { file, fileName: `${name}.${ending}`, path };
    }),
  );
}

function gzippedFile(path: string) {
  const gzip = createGzip();
  const written = pipeline(gzip, createWriteStream(path));
  // Whoever writes or ends meets the error.
  written.catch(() => {});
  return {
    async write(text: string): Promise<void> {
      if (!gzip.write(text)) await once(gzip, "drain");
    },
    async end(): Promise<void> {
      gzip.end();
      await written;
    },
  };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

function parquetSchema(columns: readonly Column[]): SchemaElement[] {
  return [{ name: "root", num_children: columns.length }, ...columns.flatMap(parquetColumn)];
}

const TYPES = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  integer: { type: "INT32" },
  decimal: { type: "DOUBLE" },
} as const;

/** A list is three levels, as the format's description says. */
function parquetColumn({ name, kind, isRequired }: Column): SchemaElement[] {
  if (kind === "texts") {
    return [
      { name, converted_type: "LIST", repetition_type: "REQUIRED", num_children: 1 },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      { name: "element", ...TYPES.text, repetition_type: "REQUIRED" },
    ];
  }
  return [{ name, ...TYPES[kind], repetition_type: isRequired ? "REQUIRED" : "OPTIONAL" }];
}
