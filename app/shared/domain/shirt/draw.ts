import { escapeHtml } from "../escape-html.ts";
import { mix, parseHex } from "./color.ts";
import { CUTS, type Cut } from "./cuts.ts";
import { contour, fabric } from "./fabric.ts";
import { collarShape, neckline } from "./neck.ts";
import { ornaments } from "./ornaments.ts";
import { paletteOf, type Palette } from "./palette.ts";
import { patternShape, surfaceOf } from "./patterns.ts";
import { print } from "./print.ts";
import { both, compact, gradient, mirror, reuse } from "./svg.ts";
import type { ShirtDesign } from "./types.ts";

export const VIEW_BOX = "0 0 400 400";

/**
 * Draws a shirt as a self-contained SVG document: no fonts, scripts, styles or external references,
 * and nothing of the input but colours, digits, letters and an escaped label.
 */
export function drawShirt(design: ShirtDesign): string {
  const label = design.label?.trim();
  const access = label ? `role="img" aria-label="${escapeHtml(label)}"` : `aria-hidden="true"`;
  return documentOf(shirtContent(design), access);
}

/**
 * The same drawing as two layers. Blurring the folds takes most of the rendering time, and many
 * shirts share them: equal `folds` have equal text.
 */
export function drawLayers(design: ShirtDesign): { shirt: string; folds: string } {
  const cut = CUTS[design.sport];
  const { folds, filter } = fabric("s", cut, paletteOf(design.colors, surfaceOf(design.pattern)));
  const neck = neckline(cut, { collar: cut.collar, side: "front" });
  const content = `<defs>${shapes("s", cut, neck)}${filter}</defs>${folds}`;
  return {
    shirt: documentOf(shirtContent(design, false), 'aria-hidden="true"'),
    folds: documentOf(compact(content), 'aria-hidden="true"'),
  };
}

function documentOf(content: string, attributes: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${VIEW_BOX}" ${attributes}>${content}</svg>`;
}

/** The content of the `<svg>` of {@link drawShirt}, for callers with an element of their own. */
export function shirtContent(design: ShirtDesign, withFolds = true): string {
  const id = design.idPrefix?.replace(/[^\w-]/g, "") || fingerprint(design);
  const cut = CUTS[design.sport];
  const side = design.side ?? "front";
  const palette = paletteOf(design.colors, surfaceOf(design.pattern));
  const pattern = patternShape(design.pattern, palette.second, `${id}g`);
  const extras = ornaments(design, palette);
  const neck = { collar: design.collar ?? cut.collar, side };
  const collar = collarShape(`${id}n`, cut, neck, palette);
  const cloth = fabric(id, cut, palette);

  return compact(
    [
      `<defs>${shapes(id, cut, neckline(cut, neck))}`,
      design.pattern === "gradient" ? fade(id, palette) : "",
      `${cloth.definitions}${withFolds ? cloth.filter : ""}</defs>`,
      backdrop(id, outlineOf(id, cut), design.background),
      collar.behind,
      `<g clip-path="url(#${id}c)">${reuse(`${id}b`, `fill="${palette.base}"`)}`,
      pattern.body,
      both(`${id}m`, extras.panel),
      extras.body,
      print(id, design, cut, palette),
      `${cloth.torso}</g>`,
      contour(`${id}b`),
      cut.sleeve
        ? sleeves(id, cut.sleeve, sleeveColors(design, palette), [
            pattern.sleeve + extras.sleeve,
            cloth.sleeve,
          ])
        : "",
      withFolds ? cloth.folds : "",
      cloth.seams,
      cut.sleeve ? contour(`${id}s`, true) : "",
      collar.front,
    ].join(""),
  );
}

/** Torso `b` and left sleeve `s`, and clips to the torso `c`, the sleeve `k` and all of it `z`. */
function shapes(id: string, cut: Cut, neck: string): string {
  const clip = (name: string, shape: string) => `<clipPath id="${id}${name}">${shape}</clipPath>`;
  const sleeve = cut.sleeve
    ? `<path id="${id}s" d="${cut.sleeve.outline}"/>${clip("k", reuse(`${id}s`))}`
    : "";
  return `<path id="${id}b" d="${cut.body}${neck}Z"/>${clip("c", reuse(`${id}b`))}${sleeve}${clip("z", outlineOf(id, cut))}`;
}

function outlineOf(id: string, cut: Cut): string {
  return reuse(`${id}b`) + (cut.sleeve ? reuse(`${id}s`) + mirror(`${id}s`) : "");
}

function sleeveColors({ sport, pattern }: ShirtDesign, { base, second }: Palette) {
  if (pattern === "halves") return [base, second] as const;
  return sport === "ESPORT" ? ([second, second] as const) : ([base, base] as const);
}

function sleeves(
  id: string,
  { cuff }: NonNullable<Cut["sleeve"]>,
  [left, right]: readonly [string, string],
  [worn, shade]: readonly [string, string],
): string {
  const frame = `<g transform="translate(${cuff.x} ${cuff.y})rotate(${cuff.angle})" fill="none">`;
  return (
    reuse(`${id}s`, `fill="${left}"`) +
    mirror(`${id}s`, `fill="${right}"`) +
    `<g id="${id}o" clip-path="url(#${id}k)">${worn && `${frame}${worn}</g>`}${shade}</g>` +
    mirror(`${id}o`)
  );
}

/** A fade from transparent to the second colour, down the torso. */
function fade(id: string, { second }: Palette): string {
  return gradient(
    `${id}g`,
    [0, 130, 0, 350],
    [
      [0, 0, second],
      [1, 1, second],
    ],
  );
}

/** A lit wall with the shirt's shadow. */
function backdrop(id: string, outline: string, background: string | undefined): string {
  const color = parseHex(background);
  if (!color) return "";
  const shadow = [2, 4, 6, 8, 10].map(
    (fall) => `<g transform="translate(2 ${fall})">${outline}</g>`,
  );
  return `<radialGradient id="${id}r" cx=".5" cy=".4" r=".75"><stop stop-color="${mix(color, "#ffffff", 0.6)}"/><stop offset="1" stop-color="${color}"/></radialGradient><path fill="url(#${id}r)" d="M0 0h400v400H0z"/><g fill-opacity=".04">${shadow.join("")}</g>`;
}

/** Equal designs have equal ids, so id clashes are harmless. */
function fingerprint(design: ShirtDesign): string {
  let hash = 5381;
  for (const character of JSON.stringify(design)) {
    hash = ((hash * 33) ^ character.charCodeAt(0)) >>> 0;
  }
  return `s${hash.toString(36)}`;
}
