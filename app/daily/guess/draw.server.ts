import { LRUCache } from "lru-cache";
import sharp from "sharp";

import { imageUrl } from "../../shared/address/image-url.ts";
import type { GuessPicture } from "../../shared/data/backend-access.ts";
import { drawShirt } from "../../shared/domain/shirt/index.ts";
import { guessDrawing } from "./drawing.ts";

/** Pixels of a side. */
const SIZE = 800;
const PHOTO_WIDTH = 1200;
const PHOTO_LIMIT_MS = 5_000;

/** The part of the photo that the detail shows: below the collar, beside the crest. */
const DETAIL = { left: 0.3, top: 0.42, size: 0.36 };

/** A day has three pictures; past days are played too. */
const MOST_KNOWN = 60;
const known = new LRUCache<string, Promise<Buffer>>({ max: MOST_KNOWN });

interface PhotoSource {
  url: string;
  fetch?: typeof fetch | undefined;
}

/** The picture of a step. Its bytes are its own: no file of the site has them, and no metadata says whose they are. */
export async function drawGuess(
  token: string,
  wanted: GuessPicture,
  source: PhotoSource,
): Promise<Buffer> {
  // With the photo's path: a photo that was withdrawn is never sent from here.
  const key = `${token} ${wanted.path}`;
  const drawn = known.get(key) ?? draw(wanted, source);
  known.set(key, drawn);
  drawn.catch(() => known.delete(key));
  return drawn;
}

async function draw(wanted: GuessPicture, source: PhotoSource): Promise<Buffer> {
  const photo = wanted.step === "pattern" ? undefined : await fetchPhoto(wanted.path, source);
  const whole = photo
    ? sharp(photo).resize(PHOTO_WIDTH, PHOTO_WIDTH, { fit: "cover" })
    : sharp(Buffer.from(drawShirt(guessDrawing(wanted)))).resize(PHOTO_WIDTH, PHOTO_WIDTH);
  const shown = wanted.step === "detail" ? detailOf(await whole.png().toBuffer()) : whole;
  return shown.resize(SIZE, SIZE).webp({ quality: 82 }).toBuffer();
}

function detailOf(whole: Buffer) {
  const [left, top, side] = [DETAIL.left, DETAIL.top, DETAIL.size].map((share) =>
    Math.round(share * PHOTO_WIDTH),
  ) as [number, number, number];
  return sharp(whole).extract({ left, top, width: side, height: side });
}

/** Undefined without a photo: the shirt is drawn. */
async function fetchPhoto(
  path: string | null,
  { url, fetch = globalThis.fetch }: PhotoSource,
): Promise<Buffer | undefined> {
  if (!path) return undefined;
  const response = await fetch(imageUrl(url, path, { width: PHOTO_WIDTH }), {
    signal: AbortSignal.timeout(PHOTO_LIMIT_MS),
  });
  // Deleted since.
  if (response.status === 404 || response.status === 400) return undefined;
  if (!response.ok) throw new Error(`the photo of a guess: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
