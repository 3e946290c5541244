import { useState, useSyncExternalStore } from "react";

import { prepareImage } from "../../shared/browser/image/prepare-image.ts";
import { JERSEY_IMAGE } from "../../shared/browser/image/prepare.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { removeImages, uploadImage } from "../../shared/data/images/upload.ts";
import { loadOriginal, storeImages, storeOriginal } from "./draft-store.ts";
import type { FormImage } from "./image-list.ts";
import { type ImageTools, ImageUploads, SessionEndedError } from "./image-uploads.ts";

/** The images of this form; they start with those of the draft. */
export function useImageUploads(userId: string, draftImages: FormImage[]): ImageUploads {
  const [uploads] = useState(() => createUploads(userId, draftImages));
  return uploads;
}

export function useImageList(uploads: ImageUploads) {
  return useSyncExternalStore(uploads.subscribe, uploads.snapshot, uploads.snapshot);
}

function createUploads(userId: string, draftImages: FormImage[]): ImageUploads {
  const tools: ImageTools = {
    prepare: (photo, signal, frame) => prepareImage(photo, JERSEY_IMAGE, signal, frame),
    upload: async (upload) => {
      const { auth } = await browserClient();
      const token = (await auth.getSession()).data.session?.access_token;
      if (!token) throw new SessionEndedError();
      await uploadImage({ ...upload, token });
    },
    discard: async (paths) => {
      await removeImages(await browserClient(), paths).catch(() => undefined);
    },
    save: (images) => void storeImages(userId, images),
    saveOriginal: (originalId, photo) => void storeOriginal(userId, originalId, photo),
    loadOriginal: (originalId) => loadOriginal(userId, originalId),
  };
  return new ImageUploads(userId, tools, draftImages);
}
