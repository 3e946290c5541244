import { type Color, MAX_COLORS } from "../../shared/domain/colors.ts";
import { colorName } from "../../shared/domain/nearest-color.ts";
import { designFor, type ShirtFacts } from "../../shared/domain/shirt/index.ts";

/**
 * The colours of a jersey for which nobody chose any: those of its shirt drawing, the main one first.
 * `private.default_colors()` gives the same; a test compares both.
 */
export function defaultColors(facts: Pick<ShirtFacts, "colors" | "kitType" | "seed">): Color[] {
  const names = designFor(facts).colors.flatMap((hex) => (hex ? colorName(hex) : []));
  return [...new Set(names)].slice(0, MAX_COLORS);
}
