import type { PhotoKind } from "../../shared/domain/suggestion.ts";

/** A public photo of a jersey in its place; the first one is the cover. */
export interface ArrangedPhoto {
  id: string;
  /** What it shows; null if nobody has said. */
  kind: PhotoKind | null;
}

/**
 * An arrangement in the order and with the kinds of another one, as `private.arranged_photos()`: the photos of both
 * take each other's places. Photos that are gone are left out, those that came since stay where they are.
 */
export function arranged(present: ArrangedPhoto[], wanted: ArrangedPhoto[]): ArrangedPhoto[] {
  const isWanted = ({ id }: ArrangedPhoto) => wanted.some((photo) => photo.id === id);
  const moved = wanted.filter(({ id }) => present.some((photo) => photo.id === id)).values();
  return present.map((photo) => (isWanted(photo) ? (moved.next().value ?? photo) : photo));
}

export function isSameArrangement(one: ArrangedPhoto[], other: ArrangedPhoto[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, kind }, n) => id === other[n]!.id && kind === other[n]!.kind)
  );
}
