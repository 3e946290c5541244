import type { Color } from "./colors.ts";
import { type Oklab, oklabOf, squaredDistance } from "./oklab.ts";

/**
 * Examples of each named colour. The nearest one names any other colour. The table
 * `private.color_references` has the same rows; a test compares them.
 */
export const COLOR_REFERENCES: Record<Color, readonly string[]> = {
  white: ["#ffffff", "#f3efe2", "#e6e8eb", "#f3e6c8"],
  black: ["#000000", "#141414", "#16181f", "#2b2826", "#101820"],
  grey: ["#8b8f94", "#c3c7cb", "#a5acaf", "#708090", "#5a5e63", "#3e4247", "#333f42"],
  red: ["#d81e2c", "#f0303a", "#b5121f", "#c8102e", "#cb3524", "#a90432", "#98002e"],
  burgundy: ["#701c2e", "#4f1020", "#8a1538", "#5c1f16", "#8a1e03", "#8b1a2b", "#a50044"],
  brown: ["#6b4423", "#624839", "#4a2c17", "#311d00", "#8b5a2b"],
  orange: ["#f27516", "#ff9a3c", "#d4581a", "#fb4f14", "#c83803"],
  yellow: ["#f8d21c", "#fff06a", "#fdb927", "#ffa300", "#c9a227", "#b4975a", "#d3bc8d", "#85714d"],
  green: [
    "#12864a",
    "#0a4d2c",
    "#0b3020",
    "#203731",
    "#3a5a4e",
    "#58b947",
    "#9fd63c",
    "#6eceb2",
    "#9be7d0",
    "#1ec28b",
    "#008272",
    "#004c54",
  ],
  teal: ["#0b8a8f", "#008080", "#008e97", "#006778", "#00a19b", "#00c4b4", "#40e0d0"],
  sky: ["#7fc0ea", "#a9d8f5", "#6cabdd", "#2fb4e8", "#18c8dc", "#99d9d9", "#0099b5"],
  blue: [
    "#1c48a8",
    "#2a5bd7",
    "#0a6cc4",
    "#236192",
    "#5d76a9",
    "#2f4a6d",
    "#12326b",
    "#13294b",
    "#0b1f41",
    "#0b162a",
    "#00205b",
    "#010e80",
  ],
  purple: ["#64329b", "#3b2063", "#8d4fc4", "#7a5cff", "#b9a3e3", "#4a3f6b", "#241238", "#1d1160"],
  pink: ["#f08bb4", "#f54f9a", "#f7c6d6", "#d6247e", "#c48598"],
};

const EXAMPLES = (Object.entries(COLOR_REFERENCES) as [Color, readonly string[]][]).flatMap(
  ([name, hexes]) => hexes.map((hex) => ({ name, at: oklabOf(hex) })),
);

/**
 * How far OKLab's a of a purple is above 0, as a share of -b: a hue of 277 degrees. Dark colours are
 * so near to each other that a navy blue is often nearest to a dark purple.
 */
const LEAST_PURPLE = 0.123;

/** The name whose example looks most like a colour; the hue decides between blue and purple. */
export function nearestColor(color: Oklab): Color {
  const distances = EXAMPLES.map(({ name, at }) => ({ name, away: squaredDistance(color, at) }));
  const { name } = distances.reduce((best, next) => (next.away < best.away ? next : best));
  if (name !== "blue" && name !== "purple") return name;
  const [, a, b] = color;
  return a > -LEAST_PURPLE * b ? "purple" : "blue";
}

/** @param hex `#rrggbb` */
export function colorName(hex: string): Color {
  return nearestColor(oklabOf(hex));
}
