import { queryOptions } from "@tanstack/react-query";

import type { Copy, CopyPhoto } from "../../domain/copies/copy.ts";
import { createBatchLoader } from "../../../shared/data/batch-loader.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { copyKeys } from "./keys.ts";

/** The bucket that only the owner of a file reads. */
export const COPY_BUCKET = "copies";

/** The small version beside a photo (`private.small_version`). */
export function smallVersion(path: string): string {
  return path.replace(/\.(webp|jpg)$/, ".small.$1");
}

/** How long an address of a photo is valid, in seconds. */
export const VALID_S = 60 * 60;

const signedUrl = createBatchLoader(async (paths: string[]) => {
  const client = await browserClient();
  const { data, error } = await client.storage.from(COPY_BUCKET).createSignedUrls(paths, VALID_S);
  if (error) throw error;
  return new Map(data.flatMap(({ path, signedUrl: url }) => (path && url ? [[path, url]] : [])));
}, 100);

/** The address of a file of the member's own. All files of a page are signed together. */
export function photoUrl(path: string) {
  return queryOptions({
    queryKey: copyKeys.photo(path),
    queryFn: async () => (await signedUrl(path)) ?? null,
    // Renewed before it ends.
    staleTime: (VALID_S - 600) * 1000,
    gcTime: (VALID_S - 600) * 1000,
  });
}

/** Reads the file of a photo of the member's own. */
export async function downloadPhoto(client: Client, path: string): Promise<Blob> {
  const { data, error } = await client.storage.from(COPY_BUCKET).download(path);
  if (error) throw error;
  return data;
}

/** A photo in the editor; one that isn't stored yet has no row, but its files are uploaded. */
export type EditedPhoto = Pick<CopyPhoto, "path"> & { id?: string; is_shown?: boolean };

/** True if a copy shows other photos than those stored, or in another order. */
export function arePhotosChanged(
  stored: readonly CopyPhoto[],
  wanted: readonly EditedPhoto[],
): boolean {
  const asText = (photos: readonly EditedPhoto[]) =>
    JSON.stringify(photos.map(({ path, is_shown = false }) => [path, is_shown]));
  return asText(stored) !== asText(wanted);
}

/**
 * Makes the photos of a copy those given, in their order: all of it or nothing.
 * @returns the new version, or null if the copy was changed or removed since `updated_at` was read
 */
export async function savePhotos(
  client: Client,
  { id, updated_at }: Pick<Copy, "id" | "updated_at">,
  wanted: readonly EditedPhoto[],
): Promise<string | null> {
  const photos = wanted.map(({ path, is_shown = false }) => ({ path, is_shown }));
  const { data } = await client
    .rpc("arrange_copy_photos", { copy: id, version: updated_at, photos })
    .throwOnError();
  return data;
}
