import { Zip, ZipPassThrough } from "fflate";

import type { Client } from "../../shared/data/client.ts";
import { stepsOf } from "../../shared/data/in-steps.ts";
import { downloadPhoto } from "../data/copies/photos.ts";
import type { PhotoFile } from "../data/exchange/read-collection.ts";
import type { CollectionFile, ExchangedCopy } from "../domain/exchange/collection-file.ts";

/** Copies whose photos are read at the same time. */
const AT_ONCE = 4;
/** A ZIP is made in memory, and each must be read again by browsers with less of it. */
const MAX_ZIP_BYTES = 400_000_000;
/** A ZIP has at most 65,534 files. */
const MAX_FILES = 60_000;

/**
 * ZIP files of the photos, each with `manifest.json`: the copies whose photos it has; the first one also the rest of the
 * collection. Photos are stored as they are: they are compressed already.
 * @param onProgress called with the number of photos that were read
 * @param onZip called with each ZIP as soon as it is made
 * @returns how many photos could not be read
 */
export async function zipPhotos(
  client: Client,
  file: CollectionFile,
  photos: readonly PhotoFile[],
  onProgress: (done: number) => void,
  onZip: (zip: Blob, isLast: boolean) => void,
): Promise<{ missing: number }> {
  const fileOf = new Map(photos.map((photo) => [photo.name, photo]));
  let part = newZip();
  let copies: ExchangedCopy[] = [];
  let rest: Partial<CollectionFile> = {};
  let done = 0;
  let missing = 0;

  function finish(isLast: boolean) {
    part.put(
      "manifest.json",
      new TextEncoder().encode(JSON.stringify({ ...file, ...rest, copies })),
    );
    onZip(part.end(), isLast);
    part = newZip();
    copies = [];
    rest = { wishes: [], votes: [], submissions: [] };
  }

  async function read(name: string): Promise<Uint8Array> {
    const photo = await downloadPhoto(client, fileOf.get(name)!.path);
    return new Uint8Array(await photo.arrayBuffer());
  }

  for (const some of stepsOf(file.copies, AT_ONCE)) {
    const reading = some.map(({ photos: names }) => Promise.allSettled(names.map(read)));
    for (const [n, results] of (await Promise.all(reading)).entries()) {
      const copy = some[n]!;
      if (part.size() > MAX_ZIP_BYTES || part.files() > MAX_FILES) finish(false);
      const remaining = copy.photos.filter((name, place) => {
        const result = results[place]!;
        if (result.status === "fulfilled") part.put(name, result.value);
        return result.status === "fulfilled";
      });
      copies.push({ ...copy, photos: remaining });
      missing += copy.photos.length - remaining.length;
      done += copy.photos.length;
      onProgress(done);
    }
  }
  finish(true);
  return { missing };
}

function newZip() {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let files = 0;
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part as Uint8Array<ArrayBuffer>);
    bytes += part.length;
  });
  return {
    put(name: string, content: Uint8Array) {
      const entry = new ZipPassThrough(name);
      zip.add(entry);
      entry.push(content, true);
      files += 1;
    },
    size: () => bytes,
    files: () => files,
    end(): Blob {
      zip.end();
      return new Blob(parts, { type: "application/zip" });
    },
  };
}
