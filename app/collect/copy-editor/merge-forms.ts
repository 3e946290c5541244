import { arePhotosChanged, type EditedPhoto } from "../data/copies/photos.ts";
import { type CopyPhoto, MAX_COPY_PHOTOS } from "../domain/copies/copy.ts";
import { DETAIL_NAMES } from "../domain/copies/copy-details.ts";
import type { CopyForm } from "../domain/copies/copy-rules.ts";

/** A form after the copy was changed elsewhere. */
export interface MergedForm {
  /** What was typed stays; other fields have the stored values of now. */
  form: CopyForm;
  /** The fields that were changed elsewhere. */
  changed: (keyof CopyForm)[];
}

/**
 * Brings together what was typed here and what was saved elsewhere.
 * @param base the stored values when typing began
 */
export function mergeForms(base: CopyForm, typed: CopyForm, latest: CopyForm): MergedForm {
  const form = Object.fromEntries(
    DETAIL_NAMES.map((name) => [name, typed[name] === base[name] ? latest[name] : typed[name]]),
  ) as CopyForm;
  return { form, changed: DETAIL_NAMES.filter((name) => latest[name] !== base[name]) };
}

/** True if nothing was typed. */
export function isUntouched(base: CopyForm, typed: CopyForm): boolean {
  return DETAIL_NAMES.every((name) => typed[name] === base[name]);
}

/**
 * Brings together the photos as arranged here and as saved elsewhere: what was taken away there goes,
 * what came there follows.
 * @param base the stored photos when the editor was opened
 */
export function mergePhotos(
  base: readonly CopyPhoto[],
  edited: readonly EditedPhoto[],
  latest: readonly CopyPhoto[],
): EditedPhoto[] {
  if (!arePhotosChanged(base, edited)) return [...latest];
  const has = (photos: readonly EditedPhoto[], path: string) =>
    photos.some((photo) => photo.path === path);
  return [
    ...edited.filter(({ path }) => !has(base, path) || has(latest, path)),
    ...latest.filter(({ path }) => !has(base, path) && !has(edited, path)),
  ].slice(0, MAX_COPY_PHOTOS);
}
