/** The named colours of jerseys, in the order in which people are offered them. */
export const COLORS = [
  "white",
  "black",
  "grey",
  "red",
  "burgundy",
  "brown",
  "orange",
  "yellow",
  "green",
  "teal",
  "sky",
  "blue",
  "purple",
  "pink",
] as const;

export type Color = (typeof COLORS)[number];

/** A jersey has a main colour and up to two others. */
export const MAX_COLORS = 3;

/** The colour of each name's swatch. */
export const COLOR_HEX: Record<Color, string> = {
  white: "#ffffff",
  black: "#141414",
  grey: "#8b8f94",
  red: "#d81e2c",
  burgundy: "#701c2e",
  brown: "#6b4423",
  orange: "#f27516",
  yellow: "#f8d21c",
  green: "#12864a",
  teal: "#0b8a8f",
  sky: "#7fc0ea",
  blue: "#1c48a8",
  purple: "#64329b",
  pink: "#f08bb4",
};

export function isColor(value: unknown): value is Color {
  return COLORS.includes(value as Color);
}

/** Colours as the text of a form field, a draft or an attribute. */
export function colorsText(colors: readonly Color[]): string {
  return colors.join(",");
}

/** The inverse of `colorsText`; what is no colour, or named twice, is left out. */
export function colorsOf(text: string): Color[] {
  return [...new Set(text.split(","))].filter(isColor).slice(0, MAX_COLORS);
}
