import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { COPY_PHOTO } from "../../shared/browser/image/prepare.ts";
import { prepareImage } from "../../shared/browser/image/prepare-image.ts";
import { sendFile } from "../../contribute/data/images/send-file.ts";
import {
  hasRoom,
  sendingPhoto,
  shownPhotos,
  storedPhoto,
} from "../../contribute/data/photos/photo-list.ts";
import {
  useFormPhotos,
  usePhotoList,
  useRefusalTexts,
} from "../../contribute/data/photos/use-form-photos.ts";
import { COPY_BUCKET, type EditedPhoto, smallVersion } from "../data/copies/photos.ts";
import { MAX_COPY_PHOTOS } from "../domain/copies/copy.ts";

/** How much of a photo's upload is its small version, about. */
const SMALL_SHARE = 0.1;

/**
 * The photos of a copy that is edited. Files are uploaded as soon as they are chosen, one after the other; the copy
 * gets them when it is saved. Files that no copy gets are deleted by the server (`queue_unused_files`).
 */
export function usePhotos(
  userId: string,
  initial: readonly EditedPhoto[],
  onChange: (photos: EditedPhoto[]) => void,
) {
  const { t } = useTranslation(["copies", "submit"]);
  const textsOf = useRefusalTexts();
  const store = useFormPhotos<EditedPhoto>(
    {
      sendsAtOnce: true,
      hasRoom: (list) => hasRoom(list, MAX_COPY_PHOTOS),
      prepare: (photo, signal) => prepareImage(photo, COPY_PHOTO, signal),
      async send({ id, blob, small }, onProgress, signal) {
        const path = `${userId}/${id}.${blob.type === "image/webp" ? "webp" : "jpg"}`;
        const upload = { bucket: COPY_BUCKET, signal };
        await sendFile({
          ...{ ...upload, path: smallVersion(path), blob: small! },
          onProgress: (share) => onProgress(share * SMALL_SHARE),
        });
        await sendFile({
          ...{ ...upload, path, blob },
          onProgress: (share) => onProgress(SMALL_SHARE + share * (1 - SMALL_SHARE)),
        });
        return { path };
      },
      onStored: onChange,
    },
    initial.map(asPhoto),
  );
  const list = usePhotoList(store);
  const shown = shownPhotos(list);
  return {
    store,
    shown,
    photos: shown.map(({ stored }) => stored),
    sending: sendingPhoto(list),
    problems: textsOf(list.refusals, {
      failed: (name) => t("submit:images.failed", { name }),
      noRoom: (names) => t("photos.leftOut", { names: names.join(", ") }),
    }),
    /** Shows the photos as they were stored elsewhere. */
    reset: (photos: readonly EditedPhoto[]) => store.reset(photos.map(asPhoto)),
  };
}

export type Photos = ReturnType<typeof usePhotos>;

const asPhoto = (photo: EditedPhoto) => storedPhoto(photo.path, photo);
