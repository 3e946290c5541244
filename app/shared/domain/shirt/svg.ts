/** Small pieces of SVG text that the parts of a drawing share. */

/** Everything is cut and lit on the left, then mirrored about the middle of the square. */
const MIRRORED = 'transform="matrix(-1 0 0 1 400 0)"';

export const reuse = (id: string, attributes = "") => `<use href="#${id}" ${attributes}/>`;

export const mirror = (id: string, attributes = "") =>
  `<use href="#${id}" ${attributes} ${MIRRORED}/>`;

/** A shape and its mirror image. */
export const both = (id: string, shape: string) =>
  shape && `<g id="${id}">${shape}</g>${mirror(id)}`;

/** A gradient stop; black without a colour. */
export type Stop = readonly [offset: number, opacity: number, color?: string];

export function gradient(
  id: string,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  stops: readonly Stop[],
): string {
  const inner = stops.map(
    ([offset, opacity, color]) =>
      `<stop offset="${offset}"${color ? ` stop-color="${color}"` : ""}${opacity === 1 ? "" : ` stop-opacity="${round(opacity)}"`}/>`,
  );
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${inner.join("")}</linearGradient>`;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * The same drawing in fewer bytes: no leading zeros, three-digit colours, no superfluous spaces.
 */
export function compact(svg: string): string {
  return svg
    .replace(/(?<![\w.#])(-?)0(?=\.\d)/g, "$1")
    .replace(/(fill|stroke|color)="#([\da-f])\2([\da-f])\3([\da-f])\4"/g, '$1="#$2$3$4"')
    .replace(/ +(?=\/?>)/g, "")
    .replace(/ {2,}/g, " ");
}
