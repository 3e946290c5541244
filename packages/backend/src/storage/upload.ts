import { createHash, randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";

import type { Pool } from "../database/pool.ts";
import { entityTooLarge, invalidMimeType, invalidRequest, noSuchBucket } from "./errors.ts";
import { inspectImage, type InTurn } from "./image/inspect.ts";
import { callerOf } from "./image/limits.ts";
import { normalType } from "./image/kind.ts";
import { writeObject, type NewObject, type ObjectKey } from "./objects.ts";
import { receiveUpload, type ReceivedFile } from "./receive-upload.ts";
import type { Requester, StorageService, Transact } from "./service.ts";

/** Maximum size in bytes if the bucket has no limit of its own, as in a hosted project. */
const FILE_SIZE_LIMIT = 50 * 1024 * 1024;

/** The name of an empty file by which dashboards represent an empty folder. */
const FOLDER_PLACEHOLDER = ".emptyFolderPlaceholder";

/**
 * Stores the file of a request. The right to write is checked twice: before the content is read, so
 * that a request without that right can't fill the disk, and finally when the row is written.
 * @returns the id of the object
 */
export async function upload(
  service: StorageService,
  requester: Requester,
  key: ObjectKey,
  request: Request,
  upsert: boolean,
): Promise<string> {
  const rules = await admit(service, requester, key, request, upsert);
  const placeholder = key.name.endsWith(FOLDER_PLACEHOLDER);
  const file = await receiveUpload(request, {
    directory: service.incoming,
    limit: placeholder ? 0 : rules.limit,
    accept: (mimetype) => placeholder || assertAllowed(mimetype, rules.types),
  });
  try {
    const inTurn: InTurn = (work) => service.turns.run(callerOf(request), request.signal, work);
    const inspected = placeholder ? file : await inspect(service, key, file, inTurn);
    if (inspected.size > rules.limit) throw entityTooLarge();
    return await storeFile(
      service,
      requester,
      { ...newObject(key, requester), ...described(inspected) },
      upsert,
      inspected,
    );
  } finally {
    await rm(file.path, { force: true });
  }
}

/** Checks before the content is read that the requester can write the object. */
async function admit(
  service: StorageService,
  requester: Requester,
  key: ObjectKey,
  request: Request,
  upsert: boolean,
): Promise<BucketRules> {
  await service.countUpload(requester, request);
  const rules = await bucketRules(service.pool, key.bucket);
  await rehearse(requester.transact, newObject(key, requester), upsert);
  return rules;
}

/**
 * Checks that a bucket takes a stored file again: its rules may be newer than the file.
 * @throws {StorageError}
 */
export function assertTaken(
  { limit, types }: BucketRules,
  { size = 0, mimetype = "" }: NewObject["metadata"],
): void {
  if (size > limit) throw entityTooLarge();
  // An empty folder's placeholder has no type worth checking.
  if (size > 0) assertAllowed(mimetype, types);
}

interface BucketRules {
  limit: number;
  types: string[];
}

export async function bucketRules(pool: Pool, bucket: string): Promise<BucketRules> {
  const { rows } = await pool.query<{ limit: string | null; types: string[] | null }>(
    `select file_size_limit as limit, allowed_mime_types as types from storage.buckets where id = $1`,
    [bucket],
  );
  if (!rows[0]) throw noSuchBucket();
  return {
    limit: Number(rows[0].limit ?? FILE_SIZE_LIMIT),
    types: rows[0].types ?? [],
  };
}

/** @param allowed types of the bucket, possibly with `image/*`; empty: all */
function assertAllowed(mimetype: string, allowed: string[]): void {
  const type = normalType(mimetype);
  const matches = (rule: string) =>
    rule.endsWith("/*") ? type.startsWith(rule.slice(0, -1)) : normalType(rule) === type;
  if (allowed.length > 0 && !allowed.some(matches)) throw invalidMimeType(mimetype);
  if (type === "image/svg+xml") throw invalidMimeType(mimetype);
}

/** Validates a file and returns it as it will be stored. */
async function inspect(
  { leastSides, pictures }: StorageService,
  { bucket }: ObjectKey,
  file: ReceivedFile,
  inTurn: InTurn,
): Promise<ReceivedFile> {
  if (file.size === 0) throw invalidRequest("No content provided: the file is empty");
  const rules = { leastSide: leastSides[bucket] ?? 0, drawsAnew: pictures.has(bucket) };
  const drawn = await inspectImage(file.path, file.mimetype, rules, inTurn);
  if (!drawn) return file;
  await writeFile(file.path, drawn, { flush: true });
  return { ...file, size: drawn.length, md5: createHash("md5").update(drawn).digest("hex") };
}

class Rehearsed extends Error {}

/** Checks by a rolled-back write that a row may be written. */
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

/** Writes the row, then the file, then commits: a row is never visible without its file. */
async function storeFile(
  service: StorageService,
  requester: Requester,
  object: NewObject,
  upsert: boolean,
  file: ReceivedFile,
): Promise<string> {
  const replaced = upsert ? await currentVersion(service.pool, object) : [];
  await service.orphanFiles.expect(object.version);
  try {
    const id = await requester.transact(async (client) => {
      const written = await writeObject(client, object, upsert);
      await service.store.put(object.version, file.path, file.mimetype);
      return written;
    });
    await service.orphanFiles.discard(replaced);
    return id;
  } catch (error) {
    await service.orphanFiles.abandon(object.version);
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

/** Returns a row without the properties of its file. */
export function newObject({ bucket, name }: ObjectKey, { member }: Requester): NewObject {
  return {
    id: randomUUID(),
    bucket_id: bucket,
    name,
    owner: member,
    version: randomUUID(),
    metadata: {},
  };
}

function described(file: ReceivedFile): Pick<NewObject, "metadata"> {
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
  };
}
