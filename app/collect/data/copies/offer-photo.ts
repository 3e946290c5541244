import { storedUrl } from "../../../shared/address/image-url.ts";
import { type ImageRights, rightsColumns } from "../../../shared/domain/rules/image-rules.ts";
import type { PhotoKind } from "../../../shared/domain/suggestion.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { downloadPhoto } from "./photos.ts";
import { addImage } from "../../../contribute/data/submissions/edit.ts";
import { suggest } from "../../../contribute/data/suggestions/suggest.ts";
import { uploadPhoto } from "../../../contribute/data/suggestions/upload-photo.ts";

/**
 * Offers the photo of a member's copy to the catalogue: a duplicate goes to review with its licence.
 * @throws {ImageError} {UploadError}
 */
export async function offerCopyPhoto({
  userId,
  jerseyId,
  path,
  kind,
  source,
  rights,
}: {
  userId: string;
  jerseyId: string;
  /** The file in the bucket of copies, which only its owner reads. */
  path: string;
  kind: PhotoKind;
  source: string;
  rights: ImageRights;
}): Promise<void> {
  const client = await browserClient();
  const { data: jersey } = await client
    .from("jerseys")
    .select("title, author_id, status, images:jersey_images(position)")
    .eq("id", jerseyId)
    .single()
    .throwOnError();
  const sent = await uploadPhoto(userId, await downloadPhoto(client, path));
  const alt = jersey.title;
  // Until it is approved, its author adds photos directly.
  if (jersey.author_id === userId && jersey.status !== "approved") {
    const position = Math.max(-1, ...jersey.images.map((image) => image.position)) + 1;
    await addImage(client, jerseyId, { ...sent, alt, position, rights });
    return;
  }
  const { id, likeness } = sent;
  await suggest(client, {
    target: { type: "jersey", id: jerseyId },
    changes: {},
    source,
    photos: [
      {
        ...{ id, url: storedUrl(sent.path), alt, kind, ...rightsColumns(rights) },
        ...(likeness && { likeness }),
      },
    ],
  });
}
