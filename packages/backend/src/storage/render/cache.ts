import { LRUCache } from "lru-cache";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { shardedPath } from "../store/file-system.ts";

/**
 * Rendered images on disk, up to a number of bytes: the ones not asked for longest go first.
 * They can be made again, so losing them costs time only, and nothing is synced.
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

  /** Counts what an earlier run left, the least recently written first. */
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

  /** Keeps an image if it can be kept: a full disk must not stop the answer. */
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

  /** Forgets every rendering of an image that is no more. */
  async remove(version: string): Promise<void> {
    const folder = shardedPath(this.#directory, version);
    for (const path of await readdir(folder).catch(() => []))
      this.#sizes.delete(join(folder, path));
    await rm(folder, { recursive: true, force: true });
  }

  #pathOf(version: string, variant: string): string {
    return join(shardedPath(this.#directory, version), variant);
  }
}
