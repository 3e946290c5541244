import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import { publicUrl, removeImages } from "../images/upload.ts";
import type { JerseyImage } from "./submissions.ts";
import { submissionKeys } from "./keys.ts";

/** What an author may change of a jersey (docs/product.md 10.11). */
export interface JerseyText {
  title: string;
  edition: string | null;
  description: string | null;
  external_link: string | null;
}

/** A jersey as its author edits it; null where it is gone. */
export function editedJersey(id: string) {
  return queryOptions({
    queryKey: submissionKeys.edit(id),
    queryFn: async () => readForEdit(await browserClient(), id),
    // What is typed must not be replaced by what a later answer says.
    staleTime: Infinity,
    gcTime: 0,
  });
}

async function readForEdit(client: Client, id: string) {
  const { data } = await client
    .from("jerseys")
    .select(
      "id, title, edition, description, external_link, status, moderation_note, images:jersey_images(id, path, alt, position)",
    )
    .eq("id", id)
    .order("position", { referencedTable: "jersey_images" })
    .order("id", { referencedTable: "jersey_images" })
    .maybeSingle()
    .throwOnError();
  return data;
}

export type EditedJersey = NonNullable<Awaited<ReturnType<typeof readForEdit>>>;

export type EditedImage = EditedJersey["images"][number];

/** Only what was changed is sent: what someone else changed meanwhile stays. */
export async function updateJersey(
  client: Client,
  id: string,
  changes: Partial<JerseyText>,
): Promise<void> {
  await client.from("jerseys").update(changes).eq("id", id).select("id").single().throwOnError();
}

/** Its images and their files go with it. */
export async function deleteJersey(client: Client, id: string): Promise<void> {
  await client.from("jerseys").delete().eq("id", id).throwOnError();
}

/** Makes an uploaded file an image of the jersey, its last; otherwise the file goes again. */
export async function addImage(
  client: Client,
  jerseyId: string,
  image: JerseyImage & { position: number },
): Promise<EditedImage> {
  const { path, alt, position, likeness = null } = image;
  try {
    const { data } = await client
      .from("jersey_images")
      .insert({ jersey_id: jerseyId, url: publicUrl(client, path), alt, position, likeness })
      .select("id, path, alt, position")
      .single()
      .throwOnError();
    return data;
  } catch (error) {
    await removeImages(client, [path]).catch(() => undefined);
    throw error;
  }
}

export async function deleteImage(client: Client, id: string): Promise<void> {
  await client.from("jersey_images").delete().eq("id", id).throwOnError();
}

/** Puts all images of a jersey into this order. */
export async function orderImages(client: Client, jerseyId: string, ids: string[]): Promise<void> {
  await client.rpc("order_images", { jersey_id: jerseyId, image_ids: ids }).throwOnError();
}
