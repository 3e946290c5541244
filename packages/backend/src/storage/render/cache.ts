import { LRUCache } from "lru-cache";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { shardedPath } from "../store/file-system.ts";

/** Versions are UUIDs. */
const VERSION = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Caches rendered images on disk, up to a number of bytes; the least recently used are deleted
 * first. They can be rendered again, so a loss costs only time, and nothing is synced.
 */
export class VariantCache {
  readonly #directory: string;
  readonly #sizes: LRUCache<string, number>;

  constructor(directory: string, maxBytes: number) {
    this.#directory = directory;
    this.#sizes = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (size) => Math.max(1, size),
      dispose: (_size, path, reason) => {
        if (reason === "evict") void rm(path, { force: true }).catch(() => {});
      },
    });
  }

  /** Counts the files of an earlier run, the least recently written first. */
  async load(): Promise<void> {
    const entries = await readdir(this.#directory, { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    const files = [];
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const found = await stat(path).catch(() => undefined);
      if (found) files.push({ path, size: found.size, written: found.mtimeMs });
    }
    files.sort((one, other) => one.written - other.written);
    for (const { path, size } of files) if (!this.#sizes.has(path)) this.#sizes.set(path, size);
  }

  async get(version: string, variant: string): Promise<Buffer | undefined> {
    const path = this.#pathOf(version, variant);
    try {
      const image = await readFile(path);
      if (this.#sizes.get(path) === undefined) this.#sizes.set(path, image.length);
      return image;
    } catch {
      this.#sizes.delete(path);
      return undefined;
    }
  }

  /** Caches an image if possible. A full disk must not fail the request. */
  async set(version: string, variant: string, image: Buffer): Promise<void> {
    const path = this.#pathOf(version, variant);
    const draft = `${path}.${randomUUID()}`;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(draft, image, { mode: 0o600 });
      await rename(draft, path);
      this.#sizes.set(path, image.length);
    } catch {
      await rm(draft, { force: true }).catch(() => {});
    }
  }

  /** Deletes every rendering of a deleted image. */
  async remove(version: string): Promise<void> {
    const folder = shardedPath(this.#directory, version);
    for (const path of await readdir(folder).catch(() => []))
      this.#sizes.delete(join(folder, path));
    await rm(folder, { recursive: true, force: true });
  }

  /** Returns the versions of which there are renderings. */
  async versions(): Promise<string[]> {
    const folders = await readdir(this.#directory, { recursive: true }).catch(() => []);
    const known = folders.map((path) => basename(path)).filter((name) => VERSION.test(name));
    return [...new Set(known)];
  }

  #pathOf(version: string, variant: string): string {
    return join(shardedPath(this.#directory, version), variant);
  }
}
