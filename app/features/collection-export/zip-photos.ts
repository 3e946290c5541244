import { Zip, ZipPassThrough } from "fflate";

import { browserClient } from "../../data/browser.ts";
import { type PhotoFile, readPhoto } from "../../data/exchange/read-collection.ts";
import type { CollectionFile } from "../../domain/exchange/collection-file.ts";

/** Photos that are read at the same time. */
const AT_ONCE = 4;

/**
 * A ZIP of the photos with `manifest.json`, the exported collection that names them. Photos are
 * stored as they are: they are compressed already.
 * @param onProgress called with the number of photos that were read
 * @returns the ZIP, and how many photos could not be read
 */
export async function zipPhotos(
  file: CollectionFile,
  photos: readonly PhotoFile[],
  onProgress: (done: number) => void,
): Promise<{ zip: Blob; missing: number }> {
  const client = await browserClient();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part as Uint8Array<ArrayBuffer>);
  });
  const put = (name: string, content: Uint8Array) => {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    entry.push(content, true);
  };
  const lost = new Set<string>();
  for (let from = 0; from < photos.length; from += AT_ONCE) {
    const some = photos.slice(from, from + AT_ONCE);
    const read = await Promise.allSettled(some.map((photo) => readPhoto(client, photo)));
    for (const [n, result] of read.entries()) {
      const { name } = some[n]!;
      if (result.status === "fulfilled") put(name, result.value);
      else lost.add(name);
    }
    onProgress(Math.min(from + AT_ONCE, photos.length));
  }
  const copies = file.copies.map((copy) => ({
    ...copy,
    photos: copy.photos.filter((name) => !lost.has(name)),
  }));
  const manifest = JSON.stringify({ ...file, copies });
  put("manifest.json", new TextEncoder().encode(manifest));
  zip.end();
  return { zip: new Blob(parts, { type: "application/zip" }), missing: lost.size };
}
