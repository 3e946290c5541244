import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ImageError } from "../../shared/browser/image/prepare.ts";
import { usePhotoProblem } from "../../shared/data/images/use-photo-problem.ts";
import type { SuggestedPhoto } from "../data/suggestions/suggest.ts";
import { uploadPhoto } from "../data/suggestions/upload-photo.ts";
import { type ImageRights, rightsColumns } from "../../shared/domain/rules/image-rules.ts";
import { MAX_SUGGESTED_PHOTOS, type PhotoKind } from "../../shared/domain/suggestion.ts";

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
  const { t } = useTranslation("suggestions");
  const problemOf = usePhotoProblem();
  const [photos, setPhotos] = useState(initial);
  const [sending, setSending] = useState<{ name: string; share: number }>();
  const [problems, setProblems] = useState<string[]>([]);
  /** The photos of now: an upload outlives a render. */
  const current = useRef(initial);

  function change(next: SuggestedPhoto[]) {
    current.current = next;
    setPhotos(next);
    onChange(next);
  }

  async function add(files: File[], rights: ImageRights) {
    setProblems([]);
    for (const file of files) {
      const { name } = file;
      // A file that is refused takes no place.
      if (current.current.length >= MAX_SUGGESTED_PHOTOS) {
        setProblems((known) => [...known, t("photos.max")]);
        break;
      }
      setSending({ name, share: 0 });
      try {
        const { id, url, likeness } = await uploadPhoto(userId, file, name, (share) =>
          setSending({ name, share }),
        );
        const kind: PhotoKind = current.current.length === 0 ? "front" : "detail";
        const added = { id, url, alt, kind, ...rightsColumns(rights) };
        change([...current.current, likeness ? { ...added, likeness } : added]);
      } catch (error) {
        if (!(error instanceof ImageError)) console.error("photo not sent", error);
        setProblems((known) => [...known, problemOf(error, name) ?? t("photos.failed", { name })]);
      }
    }
    setSending(undefined);
  }

  return {
    photos,
    sending,
    problems,
    add,
    remove: (id: string) => change(current.current.filter((photo) => photo.id !== id)),
    show: (id: string, kind: PhotoKind) =>
      change(current.current.map((photo) => (photo.id === id ? { ...photo, kind } : photo))),
    clear: () => change([]),
  };
}

export type Photos = ReturnType<typeof usePhotos>;
