import type { GuessPicture } from "../../shared/data/backend-access.ts";
import { COLOR_HEX } from "../../shared/domain/colors.ts";
import { colorName } from "../../shared/domain/nearest-color.ts";
import { type ShirtDesign, TRADITIONS } from "../../shared/domain/shirt/index.ts";

/**
 * The drawing of what is to be guessed. Unlike the one for a missing photo it invents nothing: a pattern only where the
 * team has worn it for decades, no number, and the jersey's own colours.
 */
export function guessDrawing({
  league,
  kit_type,
  team_slug,
  colors,
  palette,
}: GuessPicture): ShirtDesign {
  const isHome = kit_type === null || kit_type === "home";
  const [first = "#8b8f94"] = colors;
  // The team's exact colours, where the jersey has them.
  const isOwn = isHome && colors.length > 0 && colorName(first) === palette[0];
  return {
    sport: league,
    pattern: (isHome && TRADITIONS[team_slug]) || "plain",
    colors: isOwn ? colors : palette.map((color) => COLOR_HEX[color]),
    collar: "crew",
  };
}
