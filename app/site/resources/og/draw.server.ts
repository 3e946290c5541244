import sharp, { type OverlayOptions } from "sharp";

import { imageUrl } from "../../../shared/address/image-url.ts";
import { designFor, drawShirt } from "../../../shared/domain/shirt/index.ts";
import type { Pictured, ShareCard } from "./card.ts";
import { layout, shapeOf } from "./layout.server.ts";

/** The background of a shirt drawing: the site's `surface`. */
const WALL = "#f2efea";
const GAP = 6;
/** Side of a small picture: what a mail shows, on a screen of three pixels to one. */
const SMALL = 320;
const PHOTO_LIMIT_MS = 5_000;

/** The source of the photos. */
export interface PhotoSource {
  url: string;
  fetch?: typeof fetch | undefined;
}

/** Draws a share picture, as JPEG, which every network accepts. */
export async function drawCard(card: ShareCard, source: PhotoSource): Promise<Buffer> {
  if (card.isSmall) {
    const shirt = await picture(card.pictured[0]!, SMALL, source);
    return sharp(shirt)
      .flatten({ background: WALL })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer();
  }
  const pictures = await Promise.all(
    places(card.pictured, shapeOf(card).square).map(({ who, left, top, size }) =>
      picture(who, size, source).then((input): OverlayOptions => ({ input, left, top })),
    ),
  );
  return sharp(Buffer.from(layout(card)))
    .composite(pictures)
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

interface Place {
  who: Pictured;
  left: number;
  top: number;
  size: number;
}

/** The most pictures in a row. */
const MOST_ACROSS = 4;

/** The places of one picture, or of a square of them. */
function places(pictured: Pictured[], square: number): Place[] {
  const across = Math.min(MOST_ACROSS, Math.floor(Math.sqrt(pictured.length)));
  const size = Math.floor((square - GAP * (across - 1)) / across);
  // Spreads what rounding leaves, so that the last row ends with the picture.
  const start = (n: number) => Math.round((n * (square - size)) / Math.max(1, across - 1));
  return pictured.slice(0, across ** 2).map((who, n) => ({
    who,
    left: start(n % across),
    top: start(Math.floor(n / across)),
    size,
  }));
}

async function picture(who: Pictured, size: number, source: PhotoSource): Promise<Buffer> {
  const photo = await fetchPhoto(who, size, source).catch(() => undefined);
  if (photo) {
    const sized = await sharp(photo)
      .resize(size, size, { fit: "cover" })
      .toBuffer()
      .catch(() => undefined);
    if (sized) return sized;
  }
  return sharp(Buffer.from(shirtOf(who)))
    .resize(size, size)
    .png()
    .toBuffer();
}

async function fetchPhoto(
  who: Pictured,
  size: number,
  source: PhotoSource,
): Promise<Buffer | undefined> {
  const path = who.images[0]?.path;
  if (!path) return undefined;
  const { url, fetch = globalThis.fetch } = source;
  const response = await fetch(imageUrl(url, path, { width: size > 320 ? 640 : 320 }), {
    signal: AbortSignal.timeout(PHOTO_LIMIT_MS),
  });
  return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
}

function shirtOf({
  league,
  kit_type,
  team_slug,
  year,
  teams,
  isPageless,
  number,
}: Pictured): string {
  const design = designFor({
    league,
    kitType: kit_type,
    seed: team_slug,
    year,
    colors: teams?.colors ?? null,
    // A member's own shirt has the number that it has, or none that is shown.
    number: isPageless ? (number ?? "") : null,
  });
  return drawShirt({ ...design, background: WALL });
}
