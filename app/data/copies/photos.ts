import { queryOptions } from "@tanstack/react-query";

import type { CopyPhoto } from "../../domain/copies/copy.ts";
import { createBatchLoader } from "../batch-loader.ts";
import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import { copyKeys } from "./keys.ts";

/** The bucket that only the owner of a file reads. */
export const COPY_BUCKET = "copies";

/** The small version beside a photo (`private.small_version`). */
export function smallVersion(path: string): string {
  return path.replace(/\.(webp|jpg)$/, ".small.$1");
}

/** How long an address of a photo is valid, in seconds. */
const VALID_FOR = 3600;

const signedUrl = createBatchLoader(async (paths: string[]) => {
  const client = await browserClient();
  const { data, error } = await client.storage.from(COPY_BUCKET).createSignedUrls(paths, VALID_FOR);
  if (error) throw error;
  return new Map(data.flatMap(({ path, signedUrl: url }) => (path && url ? [[path, url]] : [])));
}, 100);

/** The address of a file of the member's own. All files of a page are signed together. */
export function photoUrl(path: string) {
  return queryOptions({
    queryKey: copyKeys.photo(path),
    queryFn: async () => (await signedUrl(path)) ?? null,
    // Renewed before it ends.
    staleTime: (VALID_FOR - 600) * 1000,
    gcTime: (VALID_FOR - 600) * 1000,
  });
}

/** A photo in the editor; one that isn't stored yet has no row, but its files are uploaded. */
export type EditedPhoto = Pick<CopyPhoto, "path"> & { id?: string; is_shown?: boolean };

/**
 * Makes the photos of a copy those given, in their order. Idempotent: sending again completes an
 * interrupted save.
 */
export async function savePhotos(
  client: Client,
  copyId: string,
  stored: readonly CopyPhoto[],
  wanted: readonly EditedPhoto[],
): Promise<void> {
  const paths = wanted.map(({ path }) => path);
  const gone = stored.filter(({ path }) => !paths.includes(path)).map(({ id }) => id);
  if (gone.length > 0) await client.from("copy_photos").delete().in("id", gone).throwOnError();
  const known = new Set(stored.map(({ path }) => path));
  const added = wanted.flatMap(({ path }, position) =>
    known.has(path) ? [] : [{ copy_id: copyId, path, position }],
  );
  if (added.length > 0) {
    await client
      .from("copy_photos")
      .upsert(added, { onConflict: "path", ignoreDuplicates: true })
      .throwOnError();
  }
  for (const { path, is_shown = false } of wanted) {
    const before = stored.find((photo) => photo.path === path)?.is_shown ?? false;
    if (before === is_shown) continue;
    await client.from("copy_photos").update({ is_shown }).eq("path", path).throwOnError();
  }
  const kept = stored.filter(({ path }) => paths.includes(path));
  const isMoved = kept.some(({ path }, index) => paths.indexOf(path) !== index);
  if (!isMoved && gone.length === 0) return;
  for (const { id, path } of kept) {
    const position = paths.indexOf(path);
    await client.from("copy_photos").update({ position }).eq("id", id).throwOnError();
  }
}
