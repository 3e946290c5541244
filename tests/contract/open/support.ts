import { parse } from "csv-parse/sync";
import { parquetReadObjects } from "hyparquet";
import { gunzipSync } from "node:zlib";
import { expect } from "vitest";

import { readChanges } from "../../../app/open/data/changes.ts";
import {
  columnsOf,
  DUMP_FILE_NAMES,
  type DumpFile,
  KEYS,
  type Row,
  type Value,
} from "../../../app/open/domain/dump-files.ts";
import type { Format, Manifest } from "../../../app/open/domain/manifest.ts";
import { ndjsonLine } from "../../../app/open/domain/row.ts";
import type { Client } from "../../../app/shared/data/client.ts";
import { type DumpOptions, makeDump } from "../../../server/open/make-dump.ts";
import type { BackendFixture } from "../../support/backend-fixture.ts";

/** The lines of each file of a dump, by the row that each stands for. */
export type Copy = Record<DumpFile, Map<string, string>>;

export const SITE_URL = "https://maillots.example";

export function dumpOptions(site: BackendFixture): DumpOptions {
  return {
    ...{ databaseUrl: site.databaseUrl, siteUrl: SITE_URL, storageUrl: site.url },
    ...{ storage: site.service.storage, dataDir: site.dataDir },
  };
}

/** Derives what waits, as a running site does, then makes a dump. */
export async function dumpNow(site: BackendFixture): Promise<Manifest> {
  await derived(site);
  return (await makeDump(dumpOptions(site), { isForced: true }))!;
}

export async function derived({ sql }: BackendFixture): Promise<void> {
  while ((await sql("select derive() as taken")).rows[0].taken > 0);
}

/** The bytes of a file as anyone downloads them. */
export async function download(
  { files }: Manifest,
  name: DumpFile,
  format: Format,
): Promise<Buffer> {
  const file = files.find((one) => one.name === name && one.format === format)!;
  const response = await fetch(file.url);
  expect(response.status, file.url).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const plain = async (manifest: Manifest, name: DumpFile, format: "csv" | "ndjson") =>
  gunzipSync(await download(manifest, name, format)).toString();

/** The rows that a file has in a format, read by a program that isn't ours. */
export async function rowsIn(manifest: Manifest, name: DumpFile, format: Format): Promise<Row[]> {
  if (format === "parquet") {
    const content = new Uint8Array(await download(manifest, name, format));
    return (await parquetReadObjects({ file: content.buffer })) as Row[];
  }
  const text = await plain(manifest, name, format);
  if (format === "ndjson") {
    return text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row);
  }
  const kinds = new Map(columnsOf(name).map((column) => [column.name, column.kind]));
  return parse<Row>(text, {
    columns: true,
    cast: (value, { column, header }): Value => {
      if (header) return value;
      if (value === "") return null;
      const kind = kinds.get(String(column));
      if (kind === "texts") return JSON.parse(value) as string[];
      return kind === "text" ? value : Number(value);
    },
  });
}

/** What a row is, whatever it says. */
const keyOf = (name: DumpFile, row: Row) => JSON.stringify(KEYS[name].map((column) => row[column]));

export async function copyOf(manifest: Manifest): Promise<Copy> {
  const copy = {} as Copy;
  for (const name of DUMP_FILE_NAMES) {
    const text = await plain(manifest, name, "ndjson");
    const lines = text.split(/(?<=\n)/).filter(Boolean);
    copy[name] = new Map(lines.map((line) => [keyOf(name, JSON.parse(line) as Row), line]));
  }
  return copy;
}

/** The column that names the thing to which a row belongs. */
const OWNER: Partial<Record<DumpFile, string>> = {
  photos: "jersey_id",
  line_ups: "team_id",
  redirects: "from_id",
};

/** Brings a copy up to date by the changes after a number, some at a time. Returns how many there were. */
export async function follow(
  client: BackendFixture["anon"],
  copy: Copy,
  after: number,
): Promise<number> {
  let count = 0;
  for (let next = after; ;) {
    const changes = await readChanges(client as Client, { after: next, limit: 7 }, SITE_URL);
    if (changes.length === 0) return count;
    for (const { id, rows, number } of changes) {
      expect(number).toBeGreaterThan(next);
      next = number;
      count += 1;
      for (const [file, present] of Object.entries(rows) as [DumpFile, Row[]][]) {
        const owner = OWNER[file] ?? "id";
        for (const [key, line] of copy[file]) {
          if ((JSON.parse(line) as Row)[owner] === id) copy[file].delete(key);
        }
        for (const row of present) copy[file].set(keyOf(file, row), ndjsonLine(row));
      }
    }
  }
}

export const sorted = (copy: Copy) =>
  DUMP_FILE_NAMES.map((name) => [name, [...copy[name].values()].toSorted()]);
