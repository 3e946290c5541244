import { LRUCache } from "lru-cache";
import { availableParallelism } from "node:os";

import { likeness, LIKENESS_SIZE } from "../../../../app/shared/domain/likeness.ts";
import {
  designFor,
  drawLayers,
  tint,
  type ShirtDesign,
} from "../../../../app/shared/domain/shirt/index.ts";
import { StartError } from "../../../operate/start-error.ts";
import type { Report } from "../progress.ts";
import type { SeedTarget } from "../target.ts";
import { AUTHOR } from "./accounts.ts";
import { seededId } from "./deterministic.ts";
import type { PlannedJersey } from "./plan.ts";

const VIEW_BOX = 400;
/** Points per inch at which an SVG unit is one pixel. */
const UNIT_DENSITY = 72;
/** So many of the best rated jerseys also show their back. */
const SEEN_FROM_BEHIND = 24;
/** Number of cached fold layers, six megabytes each. */
const REMEMBERED_FOLDS = 4;
const WALL = "#e6e2da";

export interface Picture {
  jersey_id: string;
  position: number;
  /** The object's name in bucket `jerseys`. */
  name: string;
  design: ShirtDesign;
}

/** The pictures of a jersey: its front, and for the best rated ones the back with a number. */
export function picturesOf({ id, key, team, league, kit_type, year, rank, drawn }: PlannedJersey) {
  const design = {
    ...designFor({ league, kitType: kit_type, colors: drawn.colors, seed: team.slug, year }),
    ...drawn,
    background: tint(WALL, drawn.colors[0]),
  };
  const picture = (side: "front" | "back", position: number): Picture => ({
    jersey_id: id,
    position,
    name: `${AUTHOR}/${seededId(`${key} ${side}`)}-${team.slug}.jpg`,
    design: { ...design, side, ...(side === "back" && { name: "Démo" }) },
  });
  const front = picture("front", 0);
  return rank < SEEN_FROM_BEHIND ? [front, picture("back", 1)] : [front];
}

/**
 * Draws square pictures and uploads them through the site's own service, a few at a time.
 * @param size pixels per side
 * @returns the pictures' likenesses by name
 */
export async function uploadPictures(
  backend: SeedTarget,
  pictures: readonly Picture[],
  size: number,
  report: Report,
) {
  let done = 0;
  const likenesses = new Map<string, string>();
  const draw = await painter(size);
  // Pictures with the same folds are adjacent, so the painter's small cache holds their layer.
  const layered = pictures.map(({ name, design }) => ({ name, ...drawLayers(design) }));
  const waiting = layered.toSorted((one, other) => (one.folds < other.folds ? -1 : 1)).values();
  const work = async () => {
    for (const { name, shirt, folds } of waiting) {
      const { jpeg, looks } = await draw(shirt, folds);
      if (looks) likenesses.set(name, looks);
      await put(backend, name, jpeg);
      report({ pictures: ++done, of: pictures.length });
    }
  };
  // Twice the number of processors: while one picture waits for the database, another is drawn.
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, work));
  return likenesses;
}

/**
 * Turns the two layers of a drawing into a JPEG, and returns it with its likeness. Storage draws each
 * picture anew: drawing and storing one as WebP takes seven times as long.
 */
async function painter(size: number) {
  const { default: sharp } = await import("sharp");
  // One thread per picture, because several are drawn at the same time.
  sharp.concurrency(1);
  sharp.cache(false);
  const canvas = (svg: string) =>
    sharp(Buffer.from(svg), { density: (UNIT_DENSITY * size) / VIEW_BOX }).resize(size, size);
  const folded = new LRUCache<string, Promise<Buffer>>({ max: REMEMBERED_FOLDS });

  return async (shirt: string, folds: string) => {
    const input = folded.get(folds) ?? canvas(folds).ensureAlpha().raw().toBuffer();
    folded.set(folds, input);
    const raw = { width: size, height: size, channels: 4 } as const;
    const drawn = await canvas(shirt)
      .composite([{ input: await input, raw }])
      .ensureAlpha()
      .raw()
      .toBuffer();
    const [jpeg, small] = await Promise.all([
      sharp(drawn, { raw }).jpeg({ quality: 90 }).toBuffer(),
      sharp(drawn, { raw })
        .resize({ ...LIKENESS_SIZE, fit: "fill" })
        .raw()
        .toBuffer(),
    ]);
    return { jpeg, looks: likeness(small) };
  };
}

async function put(backend: SeedTarget, name: string, image: Buffer<ArrayBuffer>): Promise<void> {
  const response = await backend.fetch(
    new Request(`http://localhost/storage/v1/object/jerseys/${name}`, {
      method: "POST",
      headers: {
        apikey: backend.apiKeys.service,
        authorization: `Bearer ${backend.apiKeys.service}`,
        "content-type": "image/jpeg",
        "cache-control": "max-age=3600",
        "x-upsert": "true",
      },
      body: image,
    }),
  );
  if (!response.ok) {
    const { message } = (await response.json()) as { message: string };
    throw new StartError(`a picture can't be stored (${response.status}): ${message}`);
  }
}
