import { announcedDimensions } from "../../shared/browser/image/dimensions.ts";
import { imageKind } from "../../shared/browser/image/kind.ts";
import { isWithoutMetadata } from "../browser/image-metadata.ts";
import { COPY_PHOTO, ImageError, RESTORED_PHOTO } from "../../shared/browser/image/prepare.ts";
import { prepareImage } from "../../shared/browser/image/prepare-image.ts";
import { type Zip, ZipError } from "./zip.ts";
import type { Client } from "../../shared/data/client.ts";
import { COPY_BUCKET, smallVersion } from "../data/copies/photos.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { attachPhoto } from "../data/exchange/import-photos.ts";
import { UploadError, uploadImage } from "../../shared/data/images/upload.ts";
import type { SentPhoto } from "../domain/exchange/photos.ts";

/** As the bucket takes them. */
const MAX_PHOTO_BYTES = 5_242_880;

/**
 * Sends a photo of a ZIP: its file as it is, a small version of it, and the row that shows it.
 * @returns false if it is no photo, is broken in the ZIP, or its copy takes no more
 */
export async function sendPhoto(
  client: Client,
  zip: Zip,
  photo: SentPhoto & { copyId: string; importId: string },
): Promise<boolean> {
  try {
    const { large, small } = await readPhotoOf(zip, photo.name);
    const path = `${photo.stem}.${large.type === "image/webp" ? "webp" : "jpg"}`;
    await upload(client, smallVersion(path), small);
    await upload(client, path, large);
    const { copyId, importId, position } = photo;
    await attachPhoto(client, { copy_id: copyId, import_id: importId, path, position });
    return true;
  } catch (error) {
    if (!isAboutThePhoto(error)) throw error;
    console.warn(`photo ${photo.name} not imported`, error);
    return false;
  }
}

function isAboutThePhoto(error: unknown): boolean {
  if (error instanceof ZipError || error instanceof ImageError) return true;
  // Too large, or of another type than it says.
  if (error instanceof UploadError) return [400, 413, 415].includes(error.status) && !error.code;
  // Its copy has six photos, or was deleted since.
  const { kind, message = "" } = databaseProblem(error);
  return kind === "constraint" || (kind === "denied" && message.includes("row-level security"));
}

/** The file itself, if it is as ours are; otherwise it is drawn anew, as a photo that is added by hand. */
async function readPhotoOf(zip: Zip, name: string): Promise<{ large: Blob; small: Blob }> {
  const bytes = await zip.read(name, MAX_PHOTO_BYTES);
  const kind = imageKind(bytes);
  if (kind !== "webp" && kind !== "jpeg") throw new ImageError("type");
  const original = new Blob([bytes], { type: `image/${kind}` });
  const prepared = await prepareImage(original, RESTORED_PHOTO, new AbortController().signal);
  const size = announcedDimensions(bytes, kind) ?? prepared.source;
  const isOurs =
    Math.max(size.width, size.height) <= COPY_PHOTO.width && isWithoutMetadata(bytes, kind);
  return { large: isOurs ? original : prepared.blob, small: prepared.small! };
}

async function upload(client: Client, path: string, blob: Blob): Promise<void> {
  const { data } = await client.auth.getSession();
  await uploadImage({
    bucket: COPY_BUCKET,
    path,
    blob,
    token: data.session?.access_token ?? "",
    onProgress: () => {},
    signal: new AbortController().signal,
  });
}
