import { constants } from "node:fs";
import { copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";

import { FileMissing, type FileStore } from "./store.ts";

/**
 * Files in `objects/ab/abcd…` by version. Nothing a caller sends becomes part of a path: a
 * version is an identifier of the service's own making, checked all the same.
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

/** `directory/ab/abcd-…`: no folder ever holds more than a 256th of the files. */
export function shardedPath(directory: string, version: string): string {
  if (!/^[\w-]{8,64}$/.test(version)) throw new Error("not a version");
  return join(directory, version.slice(0, 2), version);
}

async function makeShard(path: string): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (made) await syncDirectory(dirname(made));
}

/** A renamed file survives a power cut only once its folder is on disk too. */
async function syncDirectory(directory: string): Promise<void> {
  // Windows can't open folders, and needs no such thing.
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
