import { createHash, randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";

import type { Pool } from "../database/pool.ts";
import { invalidMimeType, invalidRequest, noSuchBucket } from "./errors.ts";
import { inspectImage } from "./image/inspect.ts";
import { normalType } from "./image/kind.ts";
import { writeObject, type NewObject, type ObjectKey } from "./objects.ts";
import { discardBody, receive, type Received } from "./receive.ts";
import type { Caller, StorageService, Transact } from "./service.ts";

/** Bytes at most where a bucket sets no lower limit, as in a hosted project. */
const FILE_SIZE_LIMIT = 50 * 1024 * 1024;

/** Dashboards keep an empty folder by a file of this name without content. */
const FOLDER_PLACEHOLDER = ".emptyFolderPlaceholder";

/**
 * Takes in the file of a request. The caller's right to write is asked twice: before the content
 * is read, so that nobody fills the disk who may not write, and for good when the row is written.
 * @returns the id of the object
 */
export async function upload(
  service: StorageService,
  caller: Caller,
  key: ObjectKey,
  request: Request,
  upsert: boolean,
): Promise<string> {
  const rules = await admit(service, caller, key, request, upsert).catch(async (error: unknown) => {
    await discardBody(request);
    throw error;
  });
  const placeholder = key.name.endsWith(FOLDER_PLACEHOLDER);
  const file = await receive(request, {
    directory: service.incoming,
    limit: placeholder ? 0 : rules.limit,
    accept: (mimetype) => placeholder || assertAllowed(mimetype, rules.types),
  });
  try {
    const kept = placeholder ? file : await inspect(file);
    return await keep(
      service,
      caller,
      { ...newObject(key, caller), ...described(kept) },
      upsert,
      kept,
    );
  } finally {
    await rm(file.path, { force: true });
  }
}

/** Whether the caller may write it, as far as can be told without the content. */
async function admit(
  service: StorageService,
  caller: Caller,
  key: ObjectKey,
  request: Request,
  upsert: boolean,
): Promise<BucketRules> {
  await service.countUpload(caller, request);
  const rules = await bucketRules(service.pool, key.bucket);
  await rehearse(caller.transact, newObject(key, caller), upsert);
  return rules;
}

interface BucketRules {
  limit: number;
  types: string[];
}

async function bucketRules(pool: Pool, bucket: string): Promise<BucketRules> {
  const { rows } = await pool.query<{ limit: string | null; types: string[] | null }>(
    `select file_size_limit as limit, allowed_mime_types as types from storage.buckets where id = $1`,
    [bucket],
  );
  if (!rows[0]) throw noSuchBucket();
  return {
    limit: Math.min(FILE_SIZE_LIMIT, Number(rows[0].limit ?? FILE_SIZE_LIMIT)),
    types: rows[0].types ?? [],
  };
}

/** @param allowed types of the bucket, `image/*` among them; empty: all */
function assertAllowed(mimetype: string, allowed: string[]): void {
  const type = normalType(mimetype);
  const matches = (rule: string) =>
    rule.endsWith("/*") ? type.startsWith(rule.slice(0, -1)) : normalType(rule) === type;
  if (allowed.length > 0 && !allowed.some(matches)) throw invalidMimeType(mimetype);
  if (type === "image/svg+xml") throw invalidMimeType(mimetype);
}

/** @returns the file as it is kept: an image tells nothing but what is to be seen on it */
async function inspect(file: Received): Promise<Received> {
  if (file.size === 0) throw invalidRequest("No content provided: the file is empty");
  const bare = await inspectImage(file.path, file.mimetype);
  if (!bare) return file;
  await writeFile(file.path, bare, { flush: true });
  return { ...file, size: bare.length, md5: createHash("md5").update(bare).digest("hex") };
}

class Rehearsed extends Error {}

/** Finds out whether a row may be written, without writing it. */
export async function rehearse(
  transact: Transact,
  object: NewObject,
  upsert: boolean,
): Promise<void> {
  try {
    await transact(async (client) => {
      await writeObject(client, object, upsert);
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
}

/** Row, then file, then commit: a row is never seen without its file. */
async function keep(
  service: StorageService,
  caller: Caller,
  object: NewObject,
  upsert: boolean,
  file: Received,
): Promise<string> {
  const replaced = upsert ? await currentVersion(service.pool, object) : [];
  await service.leftovers.expect(object.version);
  try {
    const id = await caller.transact(async (client) => {
      const written = await writeObject(client, object, upsert);
      await service.store.put(object.version, file.path, file.mimetype);
      return written;
    });
    await service.leftovers.discard(replaced);
    return id;
  } catch (error) {
    await service.leftovers.abandon(object.version);
    throw error;
  }
}

async function currentVersion(pool: Pool, { bucket_id, name }: NewObject): Promise<string[]> {
  const { rows } = await pool.query<{ version: string }>(
    "select version from storage.objects where bucket_id = $1 and name = $2 and version is not null",
    [bucket_id, name],
  );
  return rows.map((row) => row.version);
}

/** A row that knows nothing of its file yet. */
export function newObject({ bucket, name }: ObjectKey, { member }: Caller): NewObject {
  return {
    id: randomUUID(),
    bucket_id: bucket,
    name,
    owner: member,
    version: randomUUID(),
    metadata: {},
    user_metadata: null,
  };
}

function described(file: Received): Pick<NewObject, "metadata" | "user_metadata"> {
  return {
    metadata: {
      eTag: `"${file.md5}"`,
      size: file.size,
      mimetype: file.mimetype,
      cacheControl: file.cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: file.size,
      httpStatusCode: 200,
    },
    user_metadata: file.userMetadata,
  };
}
