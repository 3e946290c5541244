import { contrast, legibleOn, luminance, mix, parseHex } from "./color.ts";
import type { Surface } from "./patterns.ts";

const INK = "#12131a";
const WHITE = "#ffffff";

export interface Palette {
  base: string;
  second: string;
  trim: string;
  /** Colour of the number and the name, and of their outline. */
  print: string;
  outline: string;
  /** The inside of the shirt seen through the neck. */
  inside: string;
  /** 0 for a black shirt, 1 for a white one, in quarters: sets the strength of light and shadow. */
  lightness: number;
}

/** Every colour of a drawing from two or three team colours; malformed ones are replaced. */
export function paletteOf(colors: readonly string[], surface: Surface = "base"): Palette {
  const given = colors.slice(0, 3).flatMap((color) => parseHex(color) ?? []);
  const base = given[0] ?? "#c9ccd3";
  const second = given[1] ?? (luminance(base) > 0.4 ? mix(base, INK, 0.7) : mix(base, WHITE, 0.8));
  const trim = given[2] ?? second;
  const surfaces = surface === "both" ? [base, second] : [base];
  const print = legibleOn(surfaces, surface === "both" ? [trim, WHITE, INK] : [second, trim]);
  // On a pattern the outline separates the number from both colours; on plain cloth it decorates.
  const enough = surface === "both" ? 5 : 2.5;
  const outline =
    [trim, second, base].find((color) => contrast(color, print) >= enough) ??
    (luminance(print) > 0.3 ? INK : WHITE);
  return {
    base,
    second,
    trim,
    print,
    outline,
    inside: mix(base, INK, luminance(base) > 0.5 ? 0.3 : 0.5),
    lightness: Math.round(luminance(base) ** 0.4 * 4) / 4,
  };
}
