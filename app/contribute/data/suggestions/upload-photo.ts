import { storedUrl } from "../../../shared/address/image-url.ts";
import { JERSEY_IMAGE } from "../../../shared/browser/image/prepare.ts";
import { prepareImage } from "../../../shared/browser/image/prepare-image.ts";
import { uniqueId } from "../../../shared/browser/unique-id.ts";
import { sendFile } from "../images/send-file.ts";
import { imagePath } from "../../../shared/data/images/upload.ts";

/** A photo whose file is uploaded, as the site shows it. */
export interface UploadedPhoto {
  id: string;
  path: string;
  url: string;
  likeness: string | undefined;
}

/**
 * Prepares a photo as the form for submissions does, and uploads it.
 * @throws {ImageError} {UploadError}
 */
export async function uploadPhoto(
  userId: string,
  photo: Blob,
  onProgress: (share: number) => void = () => {},
): Promise<UploadedPhoto> {
  const { signal } = new AbortController();
  const { blob, likeness } = await prepareImage(photo, JERSEY_IMAGE, signal);
  const id = uniqueId();
  const path = imagePath(userId, id, blob.type);
  await sendFile({ path, blob, onProgress, signal });
  return { id, path, url: storedUrl(path), likeness };
}
