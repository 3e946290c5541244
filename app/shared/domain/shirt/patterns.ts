import type { Pattern } from "./types.ts";

/** The base colour alone, or the second as well. */
export type Surface = "base" | "both";

interface PatternShape {
  /** Drawn over the torso in the second colour. */
  body: string;
  /**
   * Drawn over the sleeve in its own frame: x = 0 is its middle, y = 0 the cuff, negative is up.
   */
  sleeve: string;
}

/** The colours behind a number in the middle of the chest. */
export function surfaceOf(pattern: Pattern): Surface {
  return pattern === "plain" || pattern === "pinstripes" ? "base" : "both";
}

function bars(from: number, to: number, step: number, width: number, top: number, bottom: number) {
  let path = "";
  for (let x = from; x <= to; x += step) path += `M${x} ${top}h${width}V${bottom}h-${width}z`;
  return path;
}

/** Every second square of a board: rows of dashes, each begun one square later than that above it. */
function squares(left: number, right: number, top: number, bottom: number, color: string) {
  let path = "";
  for (let row = 0; top + row * 26 < bottom; row++) {
    path += `M${left + (row % 2) * 26} ${top + row * 26}H${right}`;
  }
  return `<path fill="none" stroke="${color}" stroke-width="26" stroke-dasharray="26" d="${path}"/>`;
}

function rules(from: number, to: number, top: number, bottom: number): string {
  let path = "";
  for (let x = from; x <= to; x += 18) path += `M${x} ${top}V${bottom}`;
  return path;
}

function arcs(from: number, to: number, step: number, left: number, right: number, sag: number) {
  let path = "";
  for (let y = from; y <= to; y += step) {
    path += `M${left} ${y}Q${(left + right) / 2} ${y + sag * 2} ${right} ${y}`;
  }
  return path;
}

const fill = (path: string, color: string) => (path ? `<path fill="${color}" d="${path}"/>` : "");
const line = (path: string, color: string, width: number) =>
  `<path fill="none" stroke="${color}" stroke-width="${width}" d="${path}"/>`;

/** The drawing of a pattern in `color`; `gradient` is the id of a fade from nothing to `color`. */
export function patternShape(pattern: Pattern, color: string, gradient: string): PatternShape {
  switch (pattern) {
    case "stripes":
      return {
        body: fill(bars(108, 264, 52, 28, 20, 390), color),
        sleeve: fill(bars(-40, 40, 36, 18, -170, 20), color),
      };
    case "hoops":
      return {
        body: line(arcs(104, 370, 52, 80, 320, 7), color, 27),
        sleeve: line(arcs(-204, 0, 52, -70, 70, 4), color, 27),
      };
    case "halves":
      return { body: fill("M200 0H400V400H200z", color), sleeve: "" };
    case "diagonal":
      return { body: fill("M60 44L340 392H60z", color), sleeve: "" };
    case "band":
      return { body: fill("M148 0H252V400H148z", color), sleeve: "" };
    case "chest_band":
      return { body: fill("M60 128H340V188H60z", color), sleeve: "" };
    case "sash":
      return { body: fill("M74 84L134 40L334 320L286 374z", color), sleeve: "" };
    case "quarters":
      return { body: fill("M200 0H400V206H200zM0 206H200V400H0z", color), sleeve: "" };
    case "cross":
      return { body: fill("M176 0H224V150H400V198H224V400H176V198H0V150H176z", color), sleeve: "" };
    case "checks":
      return {
        body: squares(96, 304, 26, 390, color),
        sleeve: squares(-52, 52, -260, 20, color),
      };
    // Shapes without a name: shards across the chest.
    case "graphic":
      return {
        body: fill(
          "M80 150L150 118L128 206zM160 96L232 150L176 190zM244 112L322 132L262 214zM96 236L190 214L142 300zM206 222L300 240L236 312zM110 330L196 322L160 388zM232 336L306 300L290 384z",
          color,
        ),
        sleeve: fill("M-40 -96L18 -118L-6 -50zM-8 -36L38 -72L30 0z", color),
      };
    case "chevron":
      return {
        body: fill("M80 92L200 176L320 92V136L200 220L80 136z", color),
        sleeve: "",
      };
    case "pinstripes":
      return {
        body: line(rules(92, 308, 20, 390), color, 1.6),
        sleeve: line(rules(-54, 54, -280, 20), color, 1.6),
      };
    case "gradient":
      return {
        body: `<path fill="url(#${gradient})" d="M60 0H340V400H60z"/>`,
        sleeve: "",
      };
    default:
      return { body: "", sleeve: "" };
  }
}
