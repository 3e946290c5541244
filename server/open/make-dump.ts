import type { SupabaseClient } from "@supabase/supabase-js";
import { openAsBlob } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

import { SCHEMA_VERSION } from "../../app/open/domain/dump-files.ts";
import { LICENCE, type Manifest } from "../../app/open/domain/manifest.ts";
import type { SnapshotSource } from "./snapshot.ts";
import { writeApart } from "./write-apart.ts";

const BUCKET = "dumps";

export interface DumpOptions extends SnapshotSource {
  /** The public address of the storage service. */
  storageUrl: string;
  /** With the service key. */
  storage: SupabaseClient["storage"];
  /** Aborted when the process is to end. */
  stop?: AbortSignal;
  /** A folder of this process, where files lie until they are stored. */
  dataDir: string;
}

/**
 * Makes the night's dump if it is due, or one at any time. Of several servers one does.
 * @returns its manifest; undefined if there was nothing to do
 */
export async function makeDump(
  options: DumpOptions,
  { isForced = false } = {},
): Promise<Manifest | undefined> {
  const database = new pg.Client({ connectionString: options.databaseUrl });
  database.on("error", () => {});
  await database.connect();
  try {
    const { rows } = await database.query<{ mine: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('maillotheque.dump', 0)) as mine",
    );
    if (!rows[0]!.mine || !(isForced || (await isDue(database)))) return undefined;
    return await dump(database, options);
  } finally {
    // The lock ends with the connection.
    await database.end();
  }
}

async function isDue(database: pg.Client): Promise<boolean> {
  const { rows } = await database.query<{ is_due: boolean }>(
    "select private.is_dump_due() as is_due",
  );
  return rows[0]!.is_due;
}

async function dump(database: pg.Client, options: DumpOptions): Promise<Manifest> {
  const { siteUrl, stop } = options;
  const folder = join(options.dataDir, "dump");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    const { takenAt, change, files } = await writeApart(options, folder);
    const id = takenAt.toISOString().replaceAll(/[:.]/g, "");
    const manifest: Manifest = {
      ...{ schemaVersion: SCHEMA_VERSION, site: siteUrl, takenAt: takenAt.toISOString() },
      ...{ change, licence: LICENCE },
      files: files.map(({ file, fileName }) => ({
        ...file,
        url: `${options.storageUrl}/storage/v1/object/public/${BUCKET}/${id}/${fileName}`,
      })),
    };
    for (const { fileName, path, file } of files) {
      stop?.throwIfAborted();
      const content = await openAsBlob(path, { type: file.mediaType });
      await store(options, `${id}/${fileName}`, content);
    }
    const text = `${JSON.stringify(manifest, null, 1)}\n`;
    await store(options, `${id}/manifest.json`, new Blob([text], { type: "application/json" }));
    await database.query("select public.finish_dump($1, $2, $3)", [id, takenAt, manifest]);
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function store({ storage }: DumpOptions, name: string, content: Blob): Promise<void> {
  const { error } = await storage
    .from(BUCKET)
    .upload(name, content, { contentType: content.type, cacheControl: "3600", upsert: true });
  if (error) throw error;
}
