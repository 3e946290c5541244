import { storedUrl } from "../../../shared/address/image-url.ts";
import { JERSEY_IMAGE } from "../../../shared/browser/image/prepare.ts";
import { prepareImage } from "../../../shared/browser/image/prepare-image.ts";
import { uniqueId } from "../../../shared/browser/unique-id.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { imagePath, uploadImage } from "../../../shared/data/images/upload.ts";

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
  name: string,
  onProgress: (share: number) => void = () => {},
): Promise<UploadedPhoto> {
  const { signal } = new AbortController();
  const { blob, likeness } = await prepareImage(photo, JERSEY_IMAGE, signal);
  const { data } = await (await browserClient()).auth.getSession();
  const id = uniqueId();
  const path = imagePath(userId, id, name, blob.type);
  const token = data.session?.access_token ?? "";
  await uploadImage({ path, blob, token, onProgress, signal });
  return { id, path, url: storedUrl(path), likeness };
}
