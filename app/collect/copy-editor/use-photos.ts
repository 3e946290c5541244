import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { COPY_PHOTO, ImageError } from "../../shared/browser/image/prepare.ts";
import { prepareImage } from "../../shared/browser/image/prepare-image.ts";
import { uniqueId } from "../../shared/browser/unique-id.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { COPY_BUCKET, type EditedPhoto, smallVersion } from "../data/copies/photos.ts";
import { uploadImage } from "../../shared/data/images/upload.ts";
import { usePhotoProblem } from "../../shared/data/images/use-photo-problem.ts";
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
  const { t } = useTranslation("copies");
  const problemOf = usePhotoProblem();
  const [photos, setPhotos] = useState<EditedPhoto[]>([...initial]);
  const [sending, setSending] = useState<{ name: string; share: number }>();
  const [problems, setProblems] = useState<string[]>([]);
  /** The photos of now: an upload outlives a render. */
  const current = useRef(photos);

  function change(next: EditedPhoto[]) {
    current.current = next;
    setPhotos(next);
    onChange(next);
  }

  async function send(file: File): Promise<EditedPhoto> {
    const { name } = file;
    setSending({ name, share: 0 });
    const signal = new AbortController().signal;
    const { blob, small } = await prepareImage(file, COPY_PHOTO, signal);
    const path = `${userId}/${uniqueId()}.${blob.type === "image/webp" ? "webp" : "jpg"}`;
    const { data } = await (await browserClient()).auth.getSession();
    const upload = { bucket: COPY_BUCKET, token: data.session?.access_token ?? "", signal };
    await uploadImage({
      ...upload,
      path: smallVersion(path),
      blob: small!,
      onProgress: (share) => setSending({ name, share: share * SMALL_SHARE }),
    });
    await uploadImage({
      ...upload,
      path,
      blob,
      onProgress: (share) => setSending({ name, share: SMALL_SHARE + share * (1 - SMALL_SHARE) }),
    });
    return { path };
  }

  async function add(files: File[]) {
    setProblems([]);
    for (const [place, file] of files.entries()) {
      if (current.current.length >= MAX_COPY_PHOTOS) {
        // A file that was refused takes no place: what is left out is known only here.
        const names = files.slice(place).map(({ name }) => name);
        setProblems((known) => [...known, t("photos.leftOut", { names: names.join(", ") })]);
        break;
      }
      try {
        const photo = await send(file);
        change([...current.current, photo]);
      } catch (error) {
        if (!(error instanceof ImageError)) console.error("photo not sent", error);
        setProblems((known) => [
          ...known,
          problemOf(error, file.name) ?? t("photos.failed", { name: file.name }),
        ]);
      }
    }
    setSending(undefined);
  }

  return {
    photos,
    sending,
    problems,
    add,
    remove: (path: string) => change(current.current.filter((photo) => photo.path !== path)),
    /** Lets a photo appear on a picture to share, or no longer. */
    show: (path: string, is_shown: boolean) =>
      change(
        current.current.map((photo) => (photo.path === path ? { ...photo, is_shown } : photo)),
      ),
    move: (from: number, to: number) => {
      const photo = current.current[from]!;
      change(current.current.toSpliced(from, 1).toSpliced(to, 0, photo));
    },
    reset: (next: readonly EditedPhoto[]) => {
      current.current = [...next];
      setPhotos([...next]);
    },
  };
}

export type Photos = ReturnType<typeof usePhotos>;
