import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { storedPath, storedUrl } from "../../shared/address/image-url.ts";
import { lastLicence } from "../browser/last-licence.ts";
import type { Frame } from "../../shared/browser/image/frame.ts";
import { JERSEY_IMAGE } from "../../shared/browser/image/prepare.ts";
import { prepareImage } from "../../shared/browser/image/prepare-image.ts";
import { uniqueId } from "../../shared/browser/unique-id.ts";
import { sendFile } from "../data/images/send-file.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { downloadImage, imagePath } from "../../shared/data/images/upload.ts";
import type { FormPhotos } from "../data/photos/form-photos.ts";
import { hasRoom, sendingPhoto, shownPhotos, storedPhoto } from "../data/photos/photo-list.ts";
import { useFormPhotos, usePhotoList, useRefusalTexts } from "../data/photos/use-form-photos.ts";
import type { FramedPhoto } from "../frame-photo/use-frame-dialog.tsx";
import { type ImageRights, rightsColumns } from "../../shared/domain/rules/image-rules.ts";
import { MAX_SUGGESTED_PHOTOS, type PhotoKind } from "../../shared/domain/suggestion.ts";
import type { SubjectJersey } from "../data/suggestions/subject.ts";
import type { SuggestedPhoto } from "../data/suggestions/suggest.ts";

/** The box that says whose the photos are, which takes the focus when it is missing. */
export const STATEMENT_ID = "suggestion-statement";

/**
 * The photos of a suggestion. Files are uploaded as soon as they are chosen, one after the other. The server deletes
 * those that no suggestion gets.
 * @param alt what the photos show, for those who don't see them
 */
export function usePhotos(
  userId: string,
  alt: string,
  initial: SuggestedPhoto[],
  onChange: (photos: SuggestedPhoto[]) => void,
) {
  const { t } = useTranslation(["suggestions", "submit"]);
  const textsOf = useRefusalTexts();
  const store: FormPhotos<SuggestedPhoto> = useFormPhotos<SuggestedPhoto>(
    {
      sendsAtOnce: true,
      hasRoom: (list) => hasRoom(list, MAX_SUGGESTED_PHOTOS),
      prepare: (photo, signal, frame) => prepareImage(photo, JERSEY_IMAGE, signal, frame),
      async send(
        { id, blob, likeness, rights, stored },
        onProgress,
        signal,
      ): Promise<SuggestedPhoto> {
        const path = imagePath(userId, stored ? uniqueId() : id, blob.type);
        await sendFile({ path, blob, onProgress, signal });
        // In another frame it is the same photo.
        if (stored) return { ...stored, url: storedUrl(path) };
        return {
          ...{ id, url: storedUrl(path), alt, ...rightsColumns(rights!) },
          kind: shownPhotos(store.snapshot()).length === 0 ? "front" : "detail",
          ...(likeness && { likeness }),
        };
      },
      onStored: onChange,
      loadOriginal: async ({ stored }) =>
        downloadImage(await browserClient(), storedPath(stored?.url ?? "") ?? ""),
    },
    initial.map((photo) => storedPhoto(photo.id, photo)),
  );
  const list = usePhotoList(store);
  const [rights, setRights] = useState<ImageRights>(() => ({
    isStated: false,
    licence: lastLicence(),
  }));
  /** Files that were chosen before the statement: they are uploaded with it. */
  const [held, setHeld] = useState<readonly File[]>([]);
  const [isWanted, setWanted] = useState(false);
  return {
    store,
    rights,
    held,
    /** True once the form was to be sent without the statement. */
    isStatementMissing: isWanted && held.length > 0,
    addFiles(files: File[]) {
      if (rights.isStated) return void store.add(files, rights);
      setHeld([...held, ...files].slice(0, MAX_SUGGESTED_PHOTOS - shownPhotos(list).length));
    },
    dropHeld: (file: File) => setHeld(held.filter((one) => one !== file)),
    changeRights(next: ImageRights) {
      setRights(next);
      if (!next.isStated || held.length === 0) return;
      setHeld([]);
      void store.add(held, next);
    },
    /** Asks for the statement that chosen files wait for; false if none do. */
    requireStatement(): boolean {
      if (held.length === 0) return false;
      setWanted(true);
      document.getElementById(STATEMENT_ID)?.focus();
      return true;
    },
    /** A photo that was added, for the dialog that frames it. */
    async framed(id: string, n: number): Promise<FramedPhoto> {
      const shown = shownPhotos(store.snapshot()).find(({ stored }) => stored.id === id)!;
      const held = await store.photoOf(shown);
      const onFrame = (frame: Frame) => store.frame(shown.id, held.photo, frame);
      return { ...held, name: t("photos.photo", { n }), onFrame };
    },
    /** Adds a photo of the jersey in another frame: the same photo, in the place of the one that goes. */
    async addFramed(original: Blob, frame: Frame, of: SubjectJersey["images"][number]) {
      const { signal } = new AbortController();
      const { blob } = await prepareImage(original, JERSEY_IMAGE, signal, frame);
      const id = uniqueId();
      const path = imagePath(userId, id, blob.type);
      await sendFile({ path, blob, onProgress: () => undefined, signal });
      const { position, licence, rights_stated, likeness } = of;
      const photo: SuggestedPhoto = {
        ...{ id, url: storedUrl(path), alt, position, licence, rights_stated },
        kind: (of.kind ?? "front") as PhotoKind,
        ...(likeness && { likeness }),
      };
      const before = shownPhotos(store.snapshot());
      store.reset([...before, storedPhoto(id, photo)]);
      onChange([...before.map(({ stored }) => stored), photo]);
    },
    photos: shownPhotos(list).map(({ stored }) => stored),
    sending: sendingPhoto(list),
    problems: textsOf(list.refusals, {
      failed: (name) => t("submit:images.failed", { name }),
      noRoom: () => t("photos.max"),
    }),
  };
}

export type Photos = ReturnType<typeof usePhotos>;
