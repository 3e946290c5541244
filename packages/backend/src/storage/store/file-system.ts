import { constants } from "node:fs";
import { copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";

import { FileMissing, type FileStore } from "./store.ts";

/**
 * Stores files in `objects/ab/abcd…` by version. No value of a client becomes part of a path: the
 * service creates the versions, and validates them anyway.
 */
export function fileSystemStore(directory: string): FileStore {
  const objects = join(directory, "objects");
  const pathOf = (version: string) => shardedPath(objects, version);

  return {
    async put(version, path) {
      const target = pathOf(version);
      await makeShard(target);
      await rename(path, target);
      await syncDirectory(dirname(target));
    },
    async copy(from, to) {
      const target = pathOf(to);
      await makeShard(target);
      await found(from, copyFile(pathOf(from), target, constants.COPYFILE_FICLONE));
      await using file = await open(target, "r+");
      await file.sync();
      await syncDirectory(dirname(target));
    },
    async open(version, range) {
      const file = await found(version, open(pathOf(version)));
      return Readable.toWeb(
        file.createReadStream({ ...range, highWaterMark: 128 * 1024 }),
      ) as ReadableStream<Uint8Array>;
    },
    async remove(versions) {
      await Promise.all(versions.map((version) => rm(pathOf(version), { force: true })));
    },
  };
}

/** Returns `directory/ab/abcd-…`: each folder holds about a 256th of the files. */
export function shardedPath(directory: string, version: string): string {
  if (!/^[\w-]{8,64}$/.test(version)) throw new Error("not a version");
  return join(directory, version.slice(0, 2), version);
}

async function makeShard(path: string): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (made) await syncDirectory(dirname(made));
}

/** A renamed file survives a power cut only after its folder is synced too. */
async function syncDirectory(directory: string): Promise<void> {
  // Windows can't open folders, and doesn't need it.
  if (process.platform === "win32") return;
  await using handle = await open(directory);
  await handle.sync();
}

async function found<T>(version: string, operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new FileMissing(version);
    throw error;
  }
}
