import { useEffect, useState, useSyncExternalStore } from "react";

import { usePhotoProblem } from "../images/use-photo-problem.ts";
import { FormPhotos } from "./form-photos.ts";
import type { PhotoTools } from "./photo-tools.ts";
import type { FormPhoto, PhotoList, Refusal } from "./photo-list.ts";

/** The photos of this form. @param initial of the first render: those of the draft, or stored ones */
export function useFormPhotos<Stored>(
  tools: PhotoTools<Stored>,
  initial: readonly FormPhoto<Stored>[],
): FormPhotos<Stored> {
  const [photos] = useState(() => new FormPhotos<Stored>(tools, [...initial]));
  useEffect(() => photos.use(tools), [photos, tools]);
  return photos;
}

export function usePhotoList<Stored>(photos: FormPhotos<Stored>): PhotoList<Stored> {
  return useSyncExternalStore(photos.subscribe, photos.snapshot, photos.snapshot);
}

/** Why files were refused, in a form that sends at once. */
export function useRefusalTexts() {
  const problemOf = usePhotoProblem();
  return (
    refusals: readonly Refusal[],
    { failed, noRoom }: { failed: (name: string) => string; noRoom: (names: string[]) => string },
  ): string[] => {
    const leftOut = refusals.filter(({ problem }) => problem === "tooMany");
    return [
      ...refusals
        .filter(({ problem }) => problem !== "tooMany")
        .map(({ name, error }) => problemOf(error, name) ?? failed(name)),
      ...(leftOut.length > 0 ? [noRoom(leftOut.map(({ name }) => name))] : []),
    ];
  };
}
