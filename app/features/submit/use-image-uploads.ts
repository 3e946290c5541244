import { useEffect, useState, useSyncExternalStore } from "react";

import { browserClient } from "../../data/browser.ts";
import { removeImages, uploadImage } from "../../data/images/upload.ts";
import { prepareImage } from "../../browser/image/prepare-image.ts";
import { JERSEY_IMAGE } from "../../browser/image/prepare.ts";
import { loadDraftImages, saveDraftImages } from "./draft-images.ts";
import { ImageUploads, SessionEndedError } from "./image-uploads.ts";

/** The desk of this form, with the pictures of the member's draft on it. */
export function useImageUploads(userId: string): ImageUploads {
  const [desk] = useState(() => createDesk(userId));
  useEffect(() => {
    let current = true;
    const restore = async () => {
      const images = await loadDraftImages(userId);
      if (current && images.length > 0) desk.restore(images);
    };
    void restore();
    return () => {
      current = false;
    };
  }, [desk, userId]);
  return desk;
}

export function useImageList(desk: ImageUploads) {
  return useSyncExternalStore(desk.subscribe, desk.snapshot, desk.snapshot);
}

function createDesk(userId: string): ImageUploads {
  return new ImageUploads(userId, {
    prepare: (file, signal) => prepareImage(file, JERSEY_IMAGE, signal),
    upload: async (upload) => {
      const { auth } = await browserClient();
      const token = (await auth.getSession()).data.session?.access_token;
      if (!token) throw new SessionEndedError();
      await uploadImage({ ...upload, token });
    },
    discard: async (paths) => {
      await removeImages(await browserClient(), paths).catch(() => undefined);
    },
    save: (images) => void saveDraftImages(userId, images),
  });
}
