import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { prepareImage } from "../../shared/browser/image/prepare-image.ts";
import { ImageError, JERSEY_IMAGE } from "../../shared/browser/image/prepare.ts";
import { uniqueId } from "../../shared/browser/unique-id.ts";
import { toast } from "../../shared/components/toast.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { sendFile } from "../data/images/send-file.ts";
import { downloadImage, imagePath } from "../../shared/data/images/upload.ts";
import { usePhotoProblem } from "../data/images/use-photo-problem.ts";
import type { PreparedPhoto } from "../data/photos/photo-tools.ts";
import {
  type FormPhoto,
  type PhotoList,
  sendingPhoto,
  shownPhotos,
  storedPhoto,
} from "../data/photos/photo-list.ts";
import { useFormPhotos, usePhotoList } from "../data/photos/use-form-photos.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { roomForImages } from "../../shared/domain/rules/image-rules.ts";
import {
  addImage,
  deleteImage,
  type EditedImage,
  type EditedJersey,
  orderImages,
  replaceImage,
} from "../data/submissions/edit.ts";
import { submissionKeys } from "../data/submissions/keys.ts";
import type { FramedPhoto } from "../frame-photo/use-frame-dialog.tsx";

const EDIT_IMAGE = { width: 800, height: 600, quality: 0.9 };

type Shown = FormPhoto<EditedImage> & { stored: EditedImage };

/** A jersey's images and the actions on them; each is written at once. One action runs at a time. */
export function useImages(jersey: EditedJersey, userId: string, onChange: () => void) {
  const { t } = useTranslation(["account", "submit", "common"]);
  const problemOf = usePhotoProblem();
  const [busy, setBusy] = useState(false);
  const roomIn = (list: PhotoList<EditedImage>) =>
    roomForImages(
      shownPhotos(list).map(({ stored }) => stored.path),
      userId,
    );
  const store = useFormPhotos<EditedImage>(
    {
      sendsAtOnce: true,
      hasRoom: (list) => roomIn(list) > 0,
      prepare: (photo, signal, frame) =>
        prepareImage(photo, frame ? JERSEY_IMAGE : EDIT_IMAGE, signal, frame),
      send,
      onRefused: (name, error) => toast.error(addProblem(error, name)),
      loadOriginal: async ({ stored }) => downloadImage(await browserClient(), stored?.path ?? ""),
    },
    jersey.images.map((image) => storedPhoto(image.id, image, baseName(image.path ?? ""))),
  );
  const list = usePhotoList(store);
  const images = shownPhotos(list);
  const shownNow = () => shownPhotos(store.snapshot());

  async function alone(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
    void queryClient.invalidateQueries({ queryKey: submissionKeys.mine(userId) });
  }

  async function send(
    { blob, isSmall, likeness, rights, stored }: PreparedPhoto<EditedImage>,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<EditedImage> {
    if (isSmall && !stored) toast.info(t("submit:images.small"));
    const path = imagePath(userId, uniqueId(), blob.type);
    await sendFile({ path, blob, onProgress, signal });
    const client = await browserClient();
    if (stored) return replaceImage(client, stored, path);
    const position = Math.max(-1, ...shownNow().map((image) => image.stored.position)) + 1;
    const row = { path, alt: jersey.title, position, likeness, rights: rights! };
    const image = await addImage(client, jersey.id, row);
    onChange();
    toast.success(t("account:images.added"));
    return image;
  }

  function addProblem(error: unknown, name: string): string {
    if (error === undefined || isFull(error)) return t("submit:imageProblems.tooMany");
    return problemOf(error, name) ?? t("account:images.addFailed", { name });
  }

  const remove = (image: Shown) =>
    alone(async () => {
      const before = shownNow();
      store.remove(image.id);
      try {
        await deleteImage(await browserClient(), image.stored.id);
        onChange();
        toast.success(t("account:images.removed"));
      } catch (error) {
        console.error("image not deleted", error);
        store.reset(before);
        toast.error(t("account:images.removeFailed"));
      }
    });

  const move = (image: Shown, by: -1 | 1) =>
    alone(async () => {
      const before = shownNow();
      store.move(image.id, by);
      try {
        await order();
        for (const [position, { id }] of shownNow().entries()) store.change(id, { position });
      } catch (error) {
        console.error("images not ordered", error);
        store.reset(before);
        toast.error(t("common:errors.failed"));
      }
    });

  async function order(): Promise<void> {
    const ids = shownNow().map(({ stored }) => stored.id);
    await orderImages(await browserClient(), jersey.id, ids);
  }

  /** What an image is framed from: the photo that was added here, or the stored file. */
  async function photoOf(image: Shown, name: string): Promise<FramedPhoto> {
    const held = await store.photoOf(image);
    return {
      ...{ ...held, name },
      onFrame: (frame) =>
        alone(async () => {
          try {
            await store.frame(image.id, held.photo, frame);
          } catch (error) {
            // What is wrong with the photo itself is said by the dialog.
            const reason = error instanceof ImageError ? undefined : problemOf(error, image.name);
            if (reason) toast.error(reason);
            throw error;
          }
          onChange();
          toast.success(t("submit:images.framed"));
        }),
    };
  }

  return {
    images,
    room: roomIn(list),
    sending: sendingPhoto(list),
    busy,
    add: (...chosen: Parameters<typeof store.add>) => alone(() => store.add(...chosen)),
    remove,
    move,
    photoOf,
  };
}

/** The name of the member's file in a path of `imagePath`. */
function baseName(path: string): string {
  return path.replace(/^.*[0-9a-f]{12}-/, "");
}

/** True if the database refused because another tab has added images meanwhile. */
function isFull(error: unknown): boolean {
  const { constraint = "" } = databaseProblem(error);
  return /^jersey_images_(?:five|twenty)_per_jersey$/.test(constraint);
}
