import type { Copy } from "./copy.ts";

/** The sizes of a picture to share: for links and posts, in pixels. */
export const PICTURE_FORMATS = {
  wide: { width: 1200, height: 630 },
  square: { width: 1080, height: 1080 },
} as const;

export type PictureFormat = keyof typeof PICTURE_FORMATS;

/** The most shirts on a picture: more are too small to be recognised. */
export const MOST_SHIRTS = 12;

/** What a picture may show of a copy: an own photo that may be shown, a public photo, or the drawing. */
export type ShownPicture = { kind: "own" | "catalogue"; path: string } | { kind: "drawing" };

/**
 * Chooses what a picture shows of a copy. Photos that their owner doesn't show, and photos of jerseys that
 * are not public yet, are left out.
 */
export function shownPicture(
  { photos, jersey }: Pick<Copy, "photos" | "jersey">,
  isPublic: boolean,
): ShownPicture {
  const own = photos.find(({ is_shown }) => is_shown);
  if (own) return { kind: "own", path: own.path };
  const path = isPublic ? jersey?.images[0]?.path : undefined;
  return path ? { kind: "catalogue", path } : { kind: "drawing" };
}

/** A square of a picture, in pixels. */
export interface Square {
  x: number;
  y: number;
  size: number;
}

/**
 * Squares in rows that fill a frame as well as possible, centred in it; a last row that is short is centred
 * too.
 */
export function squaresIn(
  frame: { x: number; y: number; width: number; height: number },
  count: number,
  gap: number,
): Square[] {
  let columns = 1;
  let size = 0;
  for (let tried = 1; tried <= count; tried++) {
    const rows = Math.ceil(count / tried);
    const fits = Math.min(
      (frame.width - gap * (tried - 1)) / tried,
      (frame.height - gap * (rows - 1)) / rows,
    );
    if (fits > size) [columns, size] = [tried, fits];
  }
  const rows = Math.ceil(count / columns);
  const top = frame.y + (frame.height - rows * size - (rows - 1) * gap) / 2;
  return Array.from({ length: count }, (_, place) => {
    const row = Math.floor(place / columns);
    const inRow = Math.min(columns, count - row * columns);
    const left = frame.x + (frame.width - inRow * size - (inRow - 1) * gap) / 2;
    return { x: left + (place % columns) * (size + gap), y: top + row * (size + gap), size };
  });
}
