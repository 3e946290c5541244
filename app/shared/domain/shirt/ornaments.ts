import type { Palette } from "./palette.ts";
import type { Pattern, ShirtDesign } from "./types.ts";

interface Ornament {
  /** On the torso, left half; the caller mirrors it. */
  panel: string;
  /** On the torso, both halves. */
  body: string;
  /** On the sleeve, in its own frame: y = 0 is the cuff, negative is up the arm. */
  sleeve: string;
}

const band = (y: number, width: number, color: string) =>
  `<path stroke="${color}" stroke-width="${width}" d="M-80 ${y}Q0 ${y + 8} 80 ${y}"/>`;

/** Whether the shirt gets bands and a yoke: with stripes or hoops they would look too busy. */
export function isBanded(pattern: Pattern): boolean {
  return pattern !== "stripes" && pattern !== "hoops";
}

/** The ornaments of a sport's shirt, with any pattern: panels, yokes, stripes, cuffs. */
export function ornaments(
  { sport, pattern }: Pick<ShirtDesign, "sport" | "pattern">,
  { second, trim }: Palette,
): Ornament {
  const banded = isBanded(pattern);
  switch (sport) {
    case "NBA":
      return {
        panel: `<path fill="${second}" d="M97 168C116 186 122 222 119 272C117 316 119 344 124 372L90 366z"/><path fill="none" stroke="${trim}" stroke-width="3.5" d="M97 166C118 186 124 222 121 272C119 316 121 344 126 372"/>`,
        body: "",
        sleeve: "",
      };
    case "NFL":
      return {
        panel: `<path fill="${second}" d="M104 164C122 196 126 240 118 362L104 360C112 300 114 230 104 164z"/>`,
        body: "",
        sleeve: banded ? band(-26, 26, second) + band(-26, 12, trim) : "",
      };
    case "NHL":
      return {
        panel: banded
          ? `<path fill="${second}" d="M162 40C144 54 122 60 96 66C102 82 105 94 107 108C134 100 160 108 200 118V40z"/><path fill="none" stroke="${trim}" stroke-width="3.5" d="M107 108C134 100 160 108 200 118"/>`
          : "",
        body: banded ? hemBand(318, 30, second) + hemBand(318, 14, trim) : "",
        sleeve: banded ? band(-70, 40, second) + band(-70, 18, trim) : "",
      };
    case "ESPORT":
      return {
        panel: `<path fill="${second}" d="M107 166L132 214L118 262L140 372H96z"/><path fill="none" stroke="${trim}" stroke-width="3" d="M106 160L137 214L123 262L146 372"/>`,
        body: "",
        sleeve: band(-3, 20, trim),
      };
    default:
      return { panel: "", body: "", sleeve: band(-3, 20, trim) };
  }
}

function hemBand(y: number, width: number, color: string): string {
  return `<path fill="none" stroke="${color}" stroke-width="${width}" d="M80 ${y}Q200 ${y + 15} 320 ${y}"/>`;
}
