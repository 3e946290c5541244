import { CREASES, type Cut } from "./cuts.ts";
import type { Palette } from "./palette.ts";
import { both, gradient, mirror, reuse, round } from "./svg.ts";

/**
 * Shading that makes a flat shape look like cloth: light from the upper left, creases, seams, hem.
 * A dark shirt needs stronger shadows and fainter light to show the same folds as a bright one.
 */
export function fabric(id: string, cut: Cut, { lightness }: Palette) {
  const depth = 1 - lightness;
  const shadow = 0.24 + depth * 0.3;
  const light = 0.12 + depth * 0.06;
  const stitch = lightness > 0.35 ? "#000" : "#fff";

  // Symmetric creases look like folded paper: the right side is lower.
  const folds =
    `<g id="${id}f"><path d="${CREASES}"/></g><use href="#${id}f" transform="matrix(-1 0 0 1 406 12)"/>` +
    (cut.sleeve ? both(`${id}v`, `<path d="${cut.sleeve.creases}"/>`) : "");

  return {
    definitions:
      gradient(
        `${id}h`,
        [98, 0, 302, 20],
        [
          [0, shadow],
          [0.14, shadow * 0.12],
          [0.3, light, "#fff"],
          [0.55, 0, "#888"],
          [0.86, shadow * 0.4],
          [1, shadow * 1.2],
        ],
      ) +
      (cut.sleeve
        ? gradient(`${id}a`, cut.sleeve.light, [
            [0, shadow * 0.5],
            [0.16, light, "#fff"],
            [0.5, 0, "#888"],
            [1, shadow * 1.2],
          ])
        : ""),

    /** One blur for all folds: blurring costs more than the rest of the drawing. */
    filter: `<filter id="${id}x" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="3"/></filter>`,

    /** Over everything on the torso. */
    torso:
      reuse(`${id}b`, `fill="url(#${id}h)"`) +
      `<g fill="none" stroke="${stitch}" stroke-opacity=".22"><path d="${cut.hem}"/><path stroke-dasharray="2.5 1.5" stroke-width=".8" transform="translate(0 -3)" d="${cut.hem}"/></g>`,

    /** Over everything on the left sleeve. */
    sleeve: reuse(`${id}s`, `fill="url(#${id}a)"`),

    /** Over the whole garment: each crease is a shadow with a lit edge beside it. */
    folds: `<g clip-path="url(#${id}z)"><g filter="url(#${id}x)"><g fill-opacity="${round(0.2 + depth * 0.25)}"><g id="${id}u">${folds}</g></g>${reuse(`${id}u`, `fill="#fff" fill-opacity="${round(0.26 - depth * 0.14)}" transform="translate(9 12)"`)}</g></g>`,

    /** The seams of torso and sleeves. */
    seams: both(
      `${id}e`,
      `<g fill="none"><g stroke="#000" stroke-opacity=".28"><path id="${id}q" d="${cut.armhole}"/></g>${reuse(`${id}q`, 'stroke="#fff" stroke-opacity=".16" transform="translate(1.3)"')}</g>`,
    ),
  };
}

/** An outline that shows a white shirt on a white page and a black one on a dark page. */
export function contour(id: string, mirrored = false): string {
  return `<g fill="none" stroke="#7d8494" stroke-opacity=".4">${reuse(id)}${mirrored ? mirror(id) : ""}</g>`;
}
