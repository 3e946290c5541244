/** Places across and down at which brightness is compared with the right neighbour. */
const SIDE = 8;
/** One column of pixels more than of differences. */
const WIDTH = SIDE + 1;

/**
 * Pixels across and down that are averaged per place: browsers lose quality if they shrink further
 * in one step.
 */
const BLOCK = 16;

/** The size to which a picture's middle square is shrunk before its likeness is taken. */
export const LIKENESS_SIZE = { width: WIDTH * BLOCK, height: SIDE * BLOCK };

/**
 * Smaller brightness differences are noise: a plain wall must get the same bits under any
 * compression.
 */
const STEP = 3;
/** The least distance from grey of a coloured place. */
const COLORED = 12;
/** Colour patches across and down, two pixels wide and high each. */
const PATCHES = 4;
/**
 * A likeness needs at least so many ones and zeros of brightness: otherwise all nearly uniform
 * pictures would match.
 */
const TELLING = 6;

/**
 * A picture's likeness in 128 bits: two pictures whose bits differ in few places are most likely
 * the same, scaled or compressed differently. The first 64 bits compare the brightness of 8 × 8
 * places with their right neighbours (a "difference hash"). The others record whether 4 × 4 places
 * are blue, yellow, red or green, because shirts of one cut differ in little else.
 *
 * The first half is read along diagonals, so that each of its quarters, by which the database looks
 * up, covers the whole picture.
 *
 * @param rgba pixels of the picture shrunk to `LIKENESS_SIZE`
 * @returns digits 0 and 1; undefined for a nearly uniform picture
 */
export function likeness(rgba: ArrayLike<number>): string | undefined {
  const places = Array.from({ length: WIDTH * SIDE }, (_, place) => average(rgba, place));
  const falls = Array.from({ length: SIDE * SIDE }, (_, bit) => {
    const row = bit % SIDE;
    const place = row * WIDTH + ((Math.floor(bit / SIDE) + row) % SIDE);
    return places[place]!.light - places[place + 1]!.light >= STEP;
  });
  const ones = falls.filter(Boolean).length;
  if (ones < TELLING || ones > falls.length - TELLING) return undefined;
  const colors = Array.from({ length: PATCHES ** 2 }, (_, patch) => colorsOf(places, patch));
  return [...falls, ...colors.flat()].map(Number).join("");
}

interface Tone {
  light: number;
  /** Chroma towards blue and towards red, as in JPEG. */
  blue: number;
  red: number;
}

/** Whether a patch is blue, yellow, red, green; none or two of them. */
function colorsOf(places: Tone[], patch: number): boolean[] {
  const corner = Math.floor(patch / PATCHES) * 2 * WIDTH + (patch % PATCHES) * 2;
  const tones = [0, 1, WIDTH, WIDTH + 1].map((step) => places[corner + step]!);
  const blue = tones.reduce((sum, place) => sum + place.blue, 0) / tones.length;
  const red = tones.reduce((sum, place) => sum + place.red, 0) / tones.length;
  return [blue > COLORED, blue < -COLORED, red > COLORED, red < -COLORED];
}

function average(rgba: ArrayLike<number>, place: number): Tone {
  const left = (place % WIDTH) * BLOCK;
  const top = Math.floor(place / WIDTH) * BLOCK;
  let [r, g, b] = [0, 0, 0];
  for (let y = top; y < top + BLOCK; y += 1) {
    for (let x = left; x < left + BLOCK; x += 1) {
      const pixel = (y * LIKENESS_SIZE.width + x) * 4;
      r += rgba[pixel]!;
      g += rgba[pixel + 1]!;
      b += rgba[pixel + 2]!;
    }
  }
  const light = (0.299 * r + 0.587 * g + 0.114 * b) / BLOCK ** 2;
  return {
    light,
    blue: 0.564 * (b / BLOCK ** 2 - light),
    red: 0.713 * (r / BLOCK ** 2 - light),
  };
}
