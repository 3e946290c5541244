import { prepareImage } from "../../shared/browser/image/prepare-image.ts";
import { JERSEY_IMAGE } from "../../shared/browser/image/prepare.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { sendFile } from "../data/images/send-file.ts";
import { imagePath, removeImages } from "../../shared/data/images/upload.ts";
import type { FormPhotos } from "../data/photos/form-photos.ts";
import { hasRoom } from "../data/photos/photo-list.ts";
import { useFormPhotos } from "../data/photos/use-form-photos.ts";
import { MAX_IMAGES } from "../../shared/domain/rules/image-rules.ts";
import type { DraftPhoto } from "./draft.ts";
import { loadOriginal, storeImages, storeOriginal } from "./draft-store.ts";

/** The photos of a submission; of each that is sent the path is stored. */
export type JerseyPhotos = FormPhotos<string>;

/** The photos of this form; they start with those of the draft. They are sent with the form. */
export function useJerseyPhotos(userId: string, draft: DraftPhoto[]): JerseyPhotos {
  const pathOf = ({ id }: { id: string }, blob: Blob) => imagePath(userId, id, blob.type);
  return useFormPhotos<string>(
    {
      hasRoom: (list) => hasRoom(list, MAX_IMAGES),
      prepare: (photo, signal, frame) => prepareImage(photo, JERSEY_IMAGE, signal, frame),
      async send(photo, onProgress, signal) {
        const path = pathOf(photo, photo.blob);
        await sendFile({ path, blob: photo.blob, onProgress, signal });
        return path;
      },
      discard: async (paths) => {
        await removeImages(await browserClient(), paths).catch(() => undefined);
      },
      save: (photos) => void storeImages(userId, photos),
      saveOriginal: (originalId, photo) => void storeOriginal(userId, originalId, photo),
      loadOriginal: async ({ originalId = "" }) => loadOriginal(userId, originalId),
    },
    draft.map((photo) =>
      photo.step === "sent" ? { ...photo, stored: pathOf(photo, photo.blob) } : photo,
    ),
  );
}
