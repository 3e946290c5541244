import { type Color, MAX_COLORS } from "./colors.ts";
import { nearestColor } from "./nearest-color.ts";
import { type Oklab, oklab, squaredDistance } from "./oklab.ts";

/** Pixels across and down of the shrunk photo that `photoColors` reads. */
export const SAMPLE_SIDE = 96;

/** How much a pixel may differ from its neighbour, and from the rim's colours, to be background. */
const SMOOTH = 0.03 ** 2;
const LIKE_RIM = 0.1 ** 2;
/** A shirt fills at least this share of the photo; otherwise the background can't be told from it. */
const LEAST_SHARE = 0.12;
const CLUSTERS = 6;
/** The least share of the shirt for a second and a third colour. */
const LEAST_OTHER = 0.12;
/** The least lightness of shaded white. */
const LIT = 0.68;
/** The shade of white is grey, that of red burgundy, that of orange brown: such a colour counts for the lit one. */
const SHADES: Partial<Record<Color, readonly Color[]>> = {
  grey: ["white"],
  burgundy: ["red"],
  brown: ["orange", "yellow"],
  black: ["blue", "green", "teal", "purple", "burgundy", "brown", "grey"],
};

interface Pixel {
  color: Oklab;
  /** Pixels in the middle count more: they show the shirt most likely. */
  weight: number;
}

/**
 * The named colours of the shirt on a photo, the main one first; none for an empty picture. Pixels
 * that continue the photo's rim are background and don't count.
 *
 * @param rgba The photo, shrunk to a square of `SAMPLE_SIDE`
 */
export function photoColors(rgba: ArrayLike<number>): Color[] {
  const shares = new Map<Color, number>();
  const found = clusters(shirtPixels(rgba)).map(({ color, share }) => {
    return { color, share, name: nearestColor(color) };
  });
  const hasWhite = found.some(({ name, share }) => name === "white" && share > 0.08);
  for (const { color, share, name } of found) {
    // White cloth is mostly light grey on a photo; grey cloth has no white in it.
    const worn = hasWhite && name === "grey" && color[0] > LIT ? "white" : name;
    shares.set(worn, (shares.get(worn) ?? 0) + share);
  }
  joinShades(shares);
  const [main, ...others] = [...shares].sort(([, a], [, b]) => b - a);
  if (!main) return [];
  const worn = others.filter(([, share]) => share >= LEAST_OTHER);
  return [main, ...worn].slice(0, MAX_COLORS).map(([name]) => name);
}

function joinShades(shares: Map<Color, number>): void {
  for (const [shade, lit] of Object.entries(SHADES) as [Color, readonly Color[]][]) {
    const share = shares.get(shade) ?? 0;
    const own = lit
      .filter((name) => (shares.get(name) ?? 0) > share)
      .sort((a, b) => shares.get(b)! - shares.get(a)!)[0];
    // Much shade is a colour of its own: black stripes beside blue ones.
    if (own && share < 0.25) {
      shares.set(own, shares.get(own)! + share);
      shares.delete(shade);
    }
  }
}

function shirtPixels(rgba: ArrayLike<number>): Pixel[] {
  const colors: (Oklab | undefined)[] = Array.from({ length: SAMPLE_SIDE ** 2 }, (_, place) => {
    const [red, green, blue, alpha] = [0, 1, 2, 3].map((channel) => rgba[place * 4 + channel]!);
    return alpha! < 128 ? undefined : oklab(red!, green!, blue!);
  });
  const background = backgroundOf(colors);
  const pixels = colors.flatMap((color, place) => {
    if (!color) return [];
    const [x, y] = [place % SAMPLE_SIDE, Math.floor(place / SAMPLE_SIDE)];
    const away = Math.hypot(x / SAMPLE_SIDE - 0.5, y / SAMPLE_SIDE - 0.5);
    const isMiddle =
      Math.abs(x / SAMPLE_SIDE - 0.5) < 0.15 && Math.abs(y / SAMPLE_SIDE - 0.5) < 0.2;
    const weight = Math.exp(-((away / 0.35) ** 2));
    return [{ color, weight, isMiddle, isShirt: !background[place] }];
  });
  const shirt = pixels.filter(({ isShirt }) => isShirt);
  const middle = pixels.filter(({ isMiddle }) => isMiddle);
  // A white shirt on a white wall: what looks like background in the middle is shirt.
  const isLost = middle.filter(({ isShirt }) => !isShirt).length > middle.length / 3;
  return isLost || shirt.length < LEAST_SHARE * pixels.length ? pixels : shirt;
}

/** True for each place that continues the rim: connected to it, and of one of its main colours. */
function backgroundOf(colors: readonly (Oklab | undefined)[]): boolean[] {
  const last = SAMPLE_SIDE - 1;
  const rim = colors.flatMap((_, place) => {
    const [x, y] = [place % SAMPLE_SIDE, Math.floor(place / SAMPLE_SIDE)];
    // Not the lower edge: photos often cut the shirt there.
    return x < 2 || x > last - 2 || y < 2 ? [place] : [];
  });
  const seen = rim.map((place) => colors[place]).filter((color) => color !== undefined);
  const common = clusters(seen.map((color) => ({ color, weight: 1 }))).filter(
    ({ share }) => share >= 0.15,
  );
  const isLikeRim = (color: Oklab) =>
    common.some((one) => squaredDistance(one.color, color) < LIKE_RIM);

  const background = colors.map((color) => !color);
  const open = rim.filter((place) => colors[place] && isLikeRim(colors[place]));
  for (const place of open) background[place] = true;
  while (open.length > 0) {
    const place = open.pop()!;
    const here = colors[place]!;
    for (const next of neighbours(place)) {
      const color = colors[next];
      if (background[next] || !color) continue;
      if (squaredDistance(here, color) > SMOOTH || !isLikeRim(color)) continue;
      background[next] = true;
      open.push(next);
    }
  }
  return background;
}

function neighbours(place: number): number[] {
  const x = place % SAMPLE_SIDE;
  return [
    ...(x > 0 ? [place - 1] : []),
    ...(x < SAMPLE_SIDE - 1 ? [place + 1] : []),
    ...(place >= SAMPLE_SIDE ? [place - SAMPLE_SIDE] : []),
    ...(place < SAMPLE_SIDE * (SAMPLE_SIDE - 1) ? [place + SAMPLE_SIDE] : []),
  ];
}

/** k-means from fixed starting points: the same photo always gives the same colours. */
function clusters(pixels: readonly Pixel[]): { color: Oklab; share: number }[] {
  let centres = startingPoints(pixels);
  for (let round = 0; round < 8; round++) {
    centres = groups(pixels, centres).map(({ color }) => color);
  }
  return groups(pixels, centres);
}

/** Each point is the pixel that is the farthest from those before it. */
function startingPoints(pixels: readonly Pixel[]): Oklab[] {
  const points: Oklab[] = pixels.slice(0, 1).map(({ color }) => color);
  const away = pixels.map(() => Infinity);
  while (points.length > 0 && points.length < CLUSTERS) {
    const newest = points.at(-1)!;
    let farthest = 0;
    pixels.forEach(({ color }, index) => {
      away[index] = Math.min(away[index]!, squaredDistance(color, newest));
      if (away[index] > away[farthest]!) farthest = index;
    });
    if (away[farthest]! < 0.02 ** 2) break;
    points.push(pixels[farthest]!.color);
  }
  return points;
}

function groups(pixels: readonly Pixel[], centres: readonly Oklab[]) {
  const sums = centres.map(() => ({ weight: 0, color: [0, 0, 0] }));
  let total = 0;
  for (const { color, weight } of pixels) {
    let nearest = 0;
    for (let index = 1; index < centres.length; index++) {
      if (squaredDistance(color, centres[index]!) < squaredDistance(color, centres[nearest]!)) {
        nearest = index;
      }
    }
    const sum = sums[nearest]!;
    total += weight;
    sum.weight += weight;
    for (const axis of [0, 1, 2] as const) sum.color[axis]! += color[axis] * weight;
  }
  return sums
    .filter(({ weight }) => weight > 0)
    .map(({ weight, color }) => ({
      color: color.map((sum) => sum / weight) as unknown as Oklab,
      share: weight / total,
    }));
}
