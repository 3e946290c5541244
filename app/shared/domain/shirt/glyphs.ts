/**
 * Shirt lettering as centre lines on a grid 4 wide and 8 high, drawn with a thick stroke: the
 * renderer needs no font. `c` marks a corner that is cut or rounded, `z` closes a line, `;` starts
 * the next.
 */
const CENTRE_LINES: Record<string, string> = {
  "0": "0,0c 4,0c 4,8c 0,8c z",
  "1": "0.3,1.6 1.6,0 2.4,0 2.4,8",
  "2": "0,2 0,0c 4,0c 4,3.3c 0,6.6 0,8 4,8",
  "3": "0,1.9 0,0c 4,0c 4,4c 1.6,4;1.6,4 4,4c 4,8c 0,8c 0,6.1",
  "4": "3,8 3,0 2.6,0 -0.2,5 -0.2,6.2 4.4,6.2",
  "5": "3.8,0 0,0 0,3.4 4,3.4c 4,8c 0,8c 0,6.2",
  "6": "4,1.9 4,0c 0,0c 0,8c 4,8c 4,3.7c 0,3.7",
  "7": "0,0 4,0 4,1.2 1.5,8",
  "8": "0.1,0c 3.9,0c 3.9,3.9c 0.1,3.9c z;0,3.9c 4,3.9c 4,8c 0,8c z",
  "9": "0,6.1 0,8c 4,8c 4,0c 0,0c 0,4.3c 4,4.3",
  A: "0,8 0,0c 4,0c 4,8;0,5 4,5",
  B: "0,4 3.8,4c 3.8,0c 0,0 0,8 4,8c 4,4c 2,4",
  C: "4,2 4,0c 0,0c 0,8c 4,8c 4,6",
  D: "0,0 4,0c 4,8c 0,8 z",
  E: "4,0 0,0 0,8 4,8;0,4 3.2,4",
  F: "4,0 0,0 0,8;0,4 3.2,4",
  G: "4,2 4,0c 0,0c 0,8c 4,8c 4,4.2 2.4,4.2",
  H: "0,0 0,8;4,0 4,8;0,4 4,4",
  I: "2,0 2,8",
  J: "4,0 4,8c 0,8c 0,5.8",
  K: "0,0 0,8;4,0 4,2 0.4,4.4;1.4,4 4,6.2 4,8",
  L: "0,0 0,8 4,8",
  M: "-0.4,8 -0.4,0 0.2,0 2,4 3.8,0 4.4,0 4.4,8",
  N: "0,8 0,0 0.4,0 3.6,8 4,8 4,0",
  O: "0,0c 4,0c 4,8c 0,8c z",
  P: "0,8 0,0 4,0c 4,4.6c 0,4.6",
  Q: "0,0c 4,0c 4,8c 0,8c z;2.4,5.6 4.6,9",
  R: "0,8 0,0 4,0c 4,4.4c 0,4.4;2,4.4 4,6.4 4,8",
  S: "4,2 4,0c 0,0c 0,4c 4,4c 4,8c 0,8c 0,6",
  T: "-0.2,0 4.2,0;2,0 2,8",
  U: "0,0 0,8c 4,8c 4,0",
  V: "0,0 0,2 2,8 4,2 4,0",
  W: "-0.4,0 -0.4,8 0.2,8 2,4 3.8,8 4.4,8 4.4,0",
  X: "0,0 0,1 4,7 4,8;4,0 4,1 0,7 0,8",
  Y: "0,0 0,2 2,4.6 4,2 4,0;2,4.6 2,8",
  Z: "0,0 4,0 4,1 0,7 0,8 4,8",
};

/** The stroke's thickness in grid units; the glyphs are narrower than high, as on real shirts. */
export const STROKE = 1.8;
/** Height of a capital or digit including the stroke. */
export const HEIGHT = 8 + STROKE;
const CONDENSED = 0.8;
const AIR = 1;
const ADVANCE = 4 * CONDENSED + STROKE + AIR;
const CORNER = { cut: 1.1, round: 1.6 };

type Point = readonly [x: number, y: number, cut: boolean];

/** The drawable letters and digits of a text, without accents and in capitals. */
export function drawable(text: string): string {
  const capitals = text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();
  return [...capitals].filter((letter) => letter === " " || letter in CENTRE_LINES).join("");
}

/**
 * Centre lines of a text, horizontally centred on x = 0 with its top at y = 0.
 * @returns path data, and the width including the stroke, in grid units (the height is {@link HEIGHT})
 */
export function lettering(text: string, corners: "cut" | "round"): { path: string; width: number } {
  const letters = [...drawable(text)];
  const width = letters.length * ADVANCE - AIR;
  const path = letters
    .map((letter, index) => glyph(letter, index * ADVANCE + (STROKE - width) / 2, corners))
    .join("");
  return { path, width };
}

function glyph(letter: string, left: number, corners: "cut" | "round"): string {
  const lines = CENTRE_LINES[letter];
  if (!lines) return "";
  return lines
    .split(";")
    .map((line) => {
      const closed = line.endsWith("z");
      const points = line.split(" ").filter((word) => word !== "z");
      return polyline(
        points.map((word): Point => {
          const [x = 0, y = 0] = word.split(",").map(Number.parseFloat);
          return [left + x * CONDENSED, STROKE / 2 + y, word.endsWith("c")];
        }),
        closed,
        corners,
      );
    })
    .join("");
}

function polyline(points: Point[], closed: boolean, corners: "cut" | "round"): string {
  const steps = points.map((point, index) => {
    const before = points[index - 1] ?? (closed ? points.at(-1) : undefined);
    const after = points[index + 1] ?? (closed ? points[0] : undefined);
    if (!point[2] || !before || !after) return pair(point);
    const turn = corners === "cut" ? "L" : `Q${pair(point)} `;
    return `${pair(towards(point, before, CORNER[corners]))}${turn}${pair(towards(point, after, CORNER[corners]))}`;
  });
  return `M${steps.join("L")}${closed ? "Z" : ""}`;
}

function towards(from: Point, to: Point, reach: number): Point {
  const distance = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const share = Math.min(reach, distance / 2) / distance;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, false];
}

function pair([x, y]: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
