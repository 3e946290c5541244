import { LRUCache } from "lru-cache";

import type { ShareCard } from "./card.ts";
import { drawCard, type PhotoSource } from "./draw.server.ts";

/**
 * How many pictures are drawn at once. Robots request them, often many together: pages have
 * priority.
 */
const AT_ONCE = 2;
const MOST_WAITING = 32;
const CACHE_BYTES = 24 * 1024 * 1024;

const drawn = new LRUCache<string, Buffer>({
  maxSize: CACHE_BYTES,
  sizeCalculation: (picture, key) => picture.length + 2 * key.length,
});
const drawing = new Map<string, Promise<Buffer>>();
const waiting: (() => void)[] = [];
let running = 0;

/** The picture of a card, cached until its content changes; undefined under too much load. */
export async function pictureOf(card: ShareCard, source: PhotoSource): Promise<Buffer | undefined> {
  const key = JSON.stringify(card);
  const known = drawn.get(key) ?? drawing.get(key);
  if (known) return known;
  if (waiting.length >= MOST_WAITING) return undefined;
  const started = inTurn(() => drawCard(card, source));
  drawing.set(key, started);
  try {
    const picture = await started;
    drawn.set(key, picture);
    return picture;
  } finally {
    drawing.delete(key);
  }
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
