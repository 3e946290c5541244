import { sendFile } from "../../../contribute/data/images/send-file.ts";
import type { Client } from "../../../shared/data/client.ts";
import { databaseProblem } from "../../../shared/data/database-error.ts";
import { imagePath } from "../../../shared/data/images/upload.ts";
import { type Copy, type FormerJersey, MAX_COPY_PHOTOS } from "../../domain/copies/copy.ts";
import type { CopyDetails } from "../../domain/copies/copy-details.ts";
import { addCopy, addOwnShirt, changeShirt, readCopy } from "../copies/copies.ts";
import { COPY_BUCKET, savePhotos, smallVersion } from "../copies/photos.ts";
import type { WaitingPhoto } from "./waiting-photos.ts";

/** A copy of the member's, or a jersey or shirt of their own of which they get one. */
export type PhotoTarget =
  | { copyId: string }
  | { jerseyId: string; details?: Partial<CopyDetails> }
  | { own: FormerJersey; details: Partial<CopyDetails> };

/** The copy has as many photos as it takes, or was changed meanwhile. */
export class NotTakenError extends Error {}

/**
 * Gives photos of one shirt to a copy of the member's, or to a new one. It can be repeated after a failure: the copy
 * has the id of the shirt, and the files those of the photos.
 * @returns the copy as it is then
 * @throws {NotTakenError} @throws {UploadError}
 */
export async function givePhotos(
  client: Client,
  userId: string,
  photos: readonly WaitingPhoto[],
  target: PhotoTarget,
): Promise<Copy> {
  const files = photos.map((photo) => ({
    ...photo,
    path: imagePath(userId, photo.id, photo.blob.type),
  }));
  for (const { path, blob, small } of files) {
    await send(smallVersion(path), small);
    await send(path, blob);
  }
  const id = "copyId" in target ? target.copyId : await newCopy(client, target, photos[0]!.shirt);
  const copy = await readCopy(client, id);
  if (!copy) throw new NotTakenError();
  const added = files.filter(({ path }) => !copy.photos.some((photo) => photo.path === path));
  if (copy.photos.length + added.length > MAX_COPY_PHOTOS) throw new NotTakenError();
  if (!(await savePhotos(client, copy, [...copy.photos, ...added]))) throw new NotTakenError();
  return (await readCopy(client, id)) ?? copy;
}

const send = (path: string, blob: Blob) =>
  sendFile({
    ...{ bucket: COPY_BUCKET, path, blob },
    onProgress: () => {},
    signal: new AbortController().signal,
  });

/** @returns the id of the copy, also if an attempt without an answer has made it */
async function newCopy(
  client: Client,
  target: Exclude<PhotoTarget, { copyId: string }>,
  id: string,
): Promise<string> {
  const details = { ...target.details, id };
  try {
    if ("own" in target) await addOwnShirt(client, target.own, details);
    else await addCopy(client, target.jerseyId, details);
  } catch (error) {
    const { kind, constraint } = databaseProblem(error);
    if (kind !== "duplicate" || constraint !== "copies_pkey") throw error;
    // Made by an attempt whose photos weren't stored: it is what was pressed last.
    await changeShirt(client, id, target);
  }
  return id;
}

/** Takes photos off a copy again. @returns false if it was changed meanwhile */
export async function takePhotosBack(
  client: Client,
  copy: Copy,
  photos: readonly WaitingPhoto[],
): Promise<boolean> {
  const ids = photos.map(({ id }) => id);
  const isOther = ({ path }: { path: string }) => !ids.some((id) => path.includes(id));
  return (await savePhotos(client, copy, copy.photos.filter(isOther))) !== null;
}
