import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { usePhotoProblem } from "../../contribute/data/images/use-photo-problem.ts";
import { COPY_PHOTO } from "../../shared/browser/image/prepare.ts";
import { prepareImage } from "../../shared/browser/image/prepare-image.ts";
import { uniqueId } from "../../shared/browser/unique-id.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { keepPhotos, type WaitingPhoto, waitingPhotos } from "../data/photos/waiting-photos.ts";
import { photosOfOneShirt } from "../domain/photos/look.ts";

/** Photos that are chosen at once, at most (docs/product/collect.md 25.55). */
const MOST_PHOTOS = 60;

/**
 * The photos that wait for their shirts. Chosen ones are prepared one after the other: a phone has no memory for several at
 * once. They stay in this browser.
 */
export function useIntake(userId: string) {
  const { t } = useTranslation(["copies", "submit"]);
  const problemOf = usePhotoProblem();
  const { data: waiting = [] } = useMemberQuery(waitingPhotos(userId));
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  const [problems, setProblems] = useState<string[]>([]);

  async function add(chosen: readonly File[]): Promise<void> {
    const files = chosen.slice(0, MOST_PHOTOS);
    const left = chosen.length - files.length;
    const refused = left > 0 ? [t("intake.tooMany", { count: left, most: MOST_PHOTOS })] : [];
    const read: WaitingPhoto[] = [];
    setProblems([]);
    for (const [done, file] of files.entries()) {
      setProgress({ done, all: files.length });
      try {
        const { blob, small, colors } = await prepareImage(
          file,
          COPY_PHOTO,
          new AbortController().signal,
        );
        const keptAt = Date.now();
        const takenAt = file.lastModified;
        read.push({ id: uniqueId(), shirt: "", blob, small: small!, colors, takenAt, keptAt });
      } catch (error) {
        refused.push(problemOf(error, file.name) ?? t("submit:images.failed", { name: file.name }));
      }
    }
    const shirts = photosOfOneShirt(read).map((photos) => {
      const shirt = uniqueId();
      return photos.map((photo) => ({ ...photo, shirt }));
    });
    try {
      await keepPhotos(userId, shirts.flat());
    } catch (error) {
      console.error("photos not kept", error);
      refused.push(t("intake.notKept"));
    }
    setProgress(undefined);
    setProblems(refused);
  }

  return {
    /** The photos of each shirt. */
    shirts: [...Map.groupBy(waiting, ({ shirt }) => shirt).values()],
    progress,
    problems,
    add,
  };
}
