import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

import { codeOf } from "../database/embedded/problem.ts";
import { shardedPath } from "../storage/store/file-system.ts";
import { FileMissing, type FileStore } from "../storage/store/store.ts";

/** The digests of files (SHA-256, in hexadecimal) by the files' versions. */
export type Digests = Map<string, string>;

/** Files under way at a time. */
const AT_ONCE = 8;

/** Where a folder has a version's file; also the layout of a data folder's store. */
export function pathOf(folder: string, version: string): string {
  return shardedPath(join(folder, "objects"), version);
}

/**
 * Copies files of a store into a folder. Those that are deleted meanwhile aren't needed.
 * @returns the digests of those that were copied
 */
export async function saveFiles(
  store: FileStore,
  versions: string[],
  folder: string,
): Promise<Digests> {
  const digests: Digests = new Map();
  await inTurns(versions, async (version) => {
    const path = pathOf(folder, version);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const hash = createHash("sha256");
    const watch = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    try {
      await pipeline(await store.open(version), watch, createWriteStream(path, { mode: 0o600 }));
      digests.set(version, hash.digest("hex"));
    } catch (error) {
      await rm(path, { force: true });
      if (!(error instanceof FileMissing)) throw error;
    }
  });
  return digests;
}

/**
 * Puts saved files into a store, and reads them from there again.
 * @param types MIME types by version
 * @param incoming a folder beside the store's own, for files on their way
 * @returns the versions whose content isn't what was saved
 */
export async function loadFiles(
  store: FileStore,
  digests: Digests,
  types: Map<string, string>,
  folder: string,
  incoming: string,
): Promise<string[]> {
  const damaged: string[] = [];
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await inTurns([...digests], async ([version, digest]) => {
    // The store takes over the file that it is given.
    const copy = join(incoming, version);
    const type = types.get(version) ?? "application/octet-stream";
    const isThere = await copyFile(pathOf(folder, version), copy).then(() => true, isMissing);
    if (isThere) await store.put(version, copy, type);
    if ((await digestOf(store, version)) !== digest) damaged.push(version);
  });
  return damaged;
}

/** False for a file that isn't there; throws other errors. */
function isMissing(error: unknown): false {
  if (codeOf(error) === "ENOENT") return false;
  throw error;
}

/** Undefined if the store doesn't have the file. */
async function digestOf(store: FileStore, version: string): Promise<string | undefined> {
  try {
    const hash = createHash("sha256");
    await pipeline(await store.open(version), hash);
    return hash.digest("hex");
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}

async function inTurns<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items].values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
    }),
  );
}
