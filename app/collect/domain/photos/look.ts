import type { Color } from "../../../shared/domain/colors.ts";
import { MAX_COPY_PHOTOS } from "../copies/copy.ts";

/** Photos of one shirt are taken within this time, in milliseconds. */
const SOON_MS = 2 * 60_000;

/** What tells which photos show one shirt. */
export interface SeenPhoto {
  /** The main colour first. */
  colors: readonly Color[];
  /** When it was taken, in milliseconds since 1970. */
  takenAt: number;
}

/**
 * Which of these photos show one shirt, as far as that can be told: those that were taken one after the other, have the same
 * main colour, and are no more than a copy takes (docs/product/collect.md 25.55). In the order in which they were taken.
 */
export function photosOfOneShirt<Photo extends SeenPhoto>(photos: readonly Photo[]): Photo[][] {
  const shirts: Photo[][] = [];
  for (const photo of photos.toSorted((one, other) => one.takenAt - other.takenAt)) {
    const shirt = shirts.at(-1);
    const last = shirt?.at(-1);
    const isSame =
      last !== undefined &&
      shirt!.length < MAX_COPY_PHOTOS &&
      photo.takenAt - last.takenAt <= SOON_MS &&
      photo.colors[0] !== undefined &&
      photo.colors[0] === last.colors[0];
    if (isSame) shirt!.push(photo);
    else shirts.push([photo]);
  }
  return shirts;
}

/**
 * How well a jersey's colours agree with a photo's, from 0 to 1: the main one counts as much as the others together. A photo
 * knows its colours roughly, so this orders what is offered and decides nothing.
 */
export function agreement(seen: readonly Color[], jersey: readonly Color[]): number {
  if (seen.length === 0 || jersey.length === 0) return 0;
  const common = seen.filter((color) => jersey.includes(color)).length;
  const all = new Set([...seen, ...jersey]).size;
  return (Number(seen[0] === jersey[0]) + common / all) / 2;
}

/** The least agreement of what is offered: the main colour alone is not enough beside two that differ. */
const LEAST = 0.5;

/** Those whose colours agree, the best first; of equal ones in the order given. */
export function alike<Shirt extends { colors: readonly Color[] }>(
  seen: readonly Color[],
  shirts: readonly Shirt[],
  most: number,
): Shirt[] {
  return shirts
    .map((shirt) => ({ shirt, agrees: agreement(seen, shirt.colors) }))
    .filter(({ agrees }) => agrees >= LEAST)
    .sort((one, other) => other.agrees - one.agrees)
    .slice(0, most)
    .map(({ shirt }) => shirt);
}
