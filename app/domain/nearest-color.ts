import type { Color } from "./colors.ts";
import { type Oklab, oklabOf, squaredDistance } from "./oklab.ts";

/**
 * Examples of each named colour. The nearest one names any other colour. The table
 * `private.color_references` has the same rows; a test compares them.
 */
export const COLOR_REFERENCES: Record<Color, readonly string[]> = {
  white: ["#ffffff", "#f3efe2", "#e6e8eb"],
  black: ["#000000", "#141414", "#16181f", "#2b2826"],
  grey: ["#8b8f94", "#c3c7cb", "#a5acaf", "#5a5e63", "#3e4247"],
  red: ["#d81e2c", "#f0303a", "#b5121f", "#c8102e"],
  burgundy: ["#701c2e", "#4f1020", "#8a1538", "#5c1f16", "#624839"],
  orange: ["#f27516", "#ff9a3c", "#d4581a", "#fb4f14"],
  yellow: ["#f8d21c", "#fff06a", "#fdb927", "#c9a227", "#b4975a", "#d3bc8d", "#85714d"],
  green: [
    "#12864a",
    "#0a4d2c",
    "#0b3020",
    "#203731",
    "#3a5a4e",
    "#58b947",
    "#9fd63c",
    "#008272",
    "#006778",
    "#004c54",
  ],
  sky: ["#7fc0ea", "#a9d8f5", "#6cabdd", "#2fb4e8", "#18c8dc"],
  blue: ["#1c48a8", "#0b1f41", "#12326b", "#2a5bd7", "#0a6cc4", "#13294b", "#0b162a"],
  purple: ["#64329b", "#3b2063", "#8d4fc4", "#241238", "#1d1160"],
  pink: ["#f08bb4", "#f54f9a", "#f7c6d6", "#d6247e", "#c48598"],
};

const EXAMPLES = (Object.entries(COLOR_REFERENCES) as [Color, readonly string[]][]).flatMap(
  ([name, hexes]) => hexes.map((hex) => ({ name, at: oklabOf(hex) })),
);

/** The name whose example looks most like a colour. */
export function nearestColor(color: Oklab): Color {
  const distances = EXAMPLES.map(({ name, at }) => ({ name, away: squaredDistance(color, at) }));
  return distances.reduce((best, next) => (next.away < best.away ? next : best)).name;
}

/** @param hex `#rrggbb` */
export function colorName(hex: string): Color {
  return nearestColor(oklabOf(hex));
}
