import { queryOptions } from "@tanstack/react-query";

import { storedUrl } from "../../../shared/address/image-url.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { JERSEY_FIELDS, type JerseyFields } from "../../../shared/domain/facts/jersey.ts";
import { rightsColumns } from "../../../shared/domain/rules/image-rules.ts";
import { removeImages } from "../../../shared/data/images/upload.ts";
import type { JerseyImage } from "./submissions.ts";
import { submissionKeys } from "./keys.ts";

/** A jersey as its author edits it; null if it is deleted or not theirs. */
export function editedJersey(id: string, userId: string) {
  return queryOptions({
    queryKey: submissionKeys.edit(id, userId),
    queryFn: async () => readForEdit(await browserClient(), id, userId),
    // A later answer must not replace the author's input.
    staleTime: Infinity,
    gcTime: 0,
  });
}

async function readForEdit(client: Client, id: string, userId: string) {
  const { data } = await client
    .from("jerseys")
    .select(
      `id, ${JERSEY_FIELDS}, competition:competitions(name, slug), season:seasons(name), status, moderation_note, images:jersey_images(id, path, alt, position)`,
    )
    .eq("id", id)
    // An address names any jersey, and what an administrator saves is public at once.
    .eq("author_id", userId)
    .is("jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jersey_images" })
    .order("id", { referencedTable: "jersey_images" })
    .maybeSingle()
    .throwOnError();
  return data;
}

export type EditedJersey = NonNullable<Awaited<ReturnType<typeof readForEdit>>>;

export type EditedImage = EditedJersey["images"][number];

/** Sends only the changed fields: other fields may have been changed by someone else meanwhile. */
export async function updateJersey(
  client: Client,
  id: string,
  changes: Partial<JerseyFields>,
): Promise<void> {
  await client.from("jerseys").update(changes).eq("id", id).select("id").single().throwOnError();
}

/** Deletes a jersey with its images and files. */
export async function deleteJersey(client: Client, id: string): Promise<void> {
  await client.from("jerseys").delete().eq("id", id).throwOnError();
}

/** Deletes a jersey unless an administrator has decided on it. */
export async function withdrawJersey(client: Client, id: string): Promise<void> {
  await client.from("jerseys").delete().eq("id", id).eq("status", "pending").throwOnError();
}

/** Adds an uploaded file as the jersey's last image; deletes the file if that fails. */
export async function addImage(
  client: Client,
  jerseyId: string,
  image: JerseyImage & { position: number },
): Promise<EditedImage> {
  const { path, alt, position, likeness = null, rights } = image;
  try {
    const { data } = await client
      .from("jersey_images")
      .insert({
        jersey_id: jerseyId,
        url: storedUrl(path),
        alt,
        position,
        likeness,
        ...rightsColumns(rights),
      })
      .select("id, path, alt, position")
      .single()
      .throwOnError();
    return data;
  } catch (error) {
    await removeImages(client, [path]).catch(() => undefined);
    throw error;
  }
}

/**
 * Puts an uploaded file in the place of an image, as the same photo framed anew; deletes the file if
 * that fails. The image gets another id.
 */
export async function replaceImage(
  client: Client,
  image: EditedImage,
  path: string,
): Promise<EditedImage> {
  try {
    const { data } = await client
      .rpc("replace_image", { image_id: image.id, url: storedUrl(path) })
      .throwOnError();
    return { ...image, id: data, path };
  } catch (error) {
    await removeImages(client, [path]).catch(() => undefined);
    throw error;
  }
}

export async function deleteImage(client: Client, id: string): Promise<void> {
  await client.from("jersey_images").delete().eq("id", id).throwOnError();
}

/** Sets the order of all images of a jersey. */
export async function orderImages(client: Client, jerseyId: string, ids: string[]): Promise<void> {
  await client.rpc("order_images", { jersey_id: jerseyId, image_ids: ids }).throwOnError();
}
