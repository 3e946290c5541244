import { legibleOn } from "./color.ts";
import type { Cut } from "./cuts.ts";
import { drawable, HEIGHT, lettering, STROKE } from "./glyphs.ts";
import { isBanded } from "./ornaments.ts";
import type { Palette } from "./palette.ts";
import { reuse, round } from "./svg.ts";
import type { ShirtDesign, Sport } from "./types.ts";

/** Sports whose leagues use angular numerals. */
const BLOCK_NUMERALS: ReadonlySet<Sport> = new Set(["NBA", "NFL", "NHL"]);
const CRESTED: ReadonlySet<Sport> = new Set(["SOCCER", "ESPORT"]);

/** Name and number on one side of the shirt, and the crest in front. */
export function print(id: string, design: ShirtDesign, cut: Cut, palette: Palette): string {
  const corners = BLOCK_NUMERALS.has(design.sport) ? "cut" : "round";
  const digits = /^\d{1,3}$/.test(design.number ?? "") ? design.number! : "";
  if (design.side !== "back") {
    const { top, height } = cut.number;
    const crest = CRESTED.has(design.sport) ? shield(palette) : "";
    return crest + line(`${id}d`, digits, { top, height, room: 130 }, corners, palette);
  }
  const name = drawable(design.name ?? "").slice(0, 14);
  // On a hockey sweater the name is on the yoke.
  const onYoke = design.sport === "NHL" && isBanded(design.pattern);
  const color = onYoke
    ? { print: legibleOn([palette.second], [palette.trim, palette.base]) }
    : { print: palette.print, outline: design.pattern === "plain" ? undefined : palette.outline };
  return (
    line(`${id}w`, name, { top: 90, height: 19, room: 130 }, corners, color) +
    line(`${id}d`, digits, { top: 124, height: 116, room: 128 }, corners, palette)
  );
}

function line(
  id: string,
  text: string,
  box: { top: number; height: number; room: number },
  corners: "cut" | "round",
  color: { print: string; outline?: string },
): string {
  if (!text) return "";
  const { path, width } = lettering(text, corners);
  const tall = box.height / HEIGHT;
  const wide = Math.min(tall * 1.06, box.room / width);
  const glyphs = `<path id="${id}" d="${path}"/>`;
  const edged = color.outline
    ? `<g stroke="${color.outline}" stroke-width="${round(STROKE + 0.9)}">${glyphs}</g>${reuse(id, `stroke="${color.print}"`)}`
    : `<g stroke="${color.print}">${glyphs}</g>`;
  return `<g fill="none" stroke-width="${STROKE}" stroke-linecap="square" stroke-miterlimit="3" transform="translate(200 ${box.top})scale(${round(wide)} ${round(tall)})">${edged}</g>`;
}

/** A plain shield in the place of a club's crest; no real badge. */
function shield({ print, outline, trim, base }: Palette): string {
  return `<path fill="${trim}" stroke="${print}" stroke-width="2" d="M232 98q11 4 22 0v15c0 9-6 12-11 15c-5-3-11-6-11-15z"/><path fill="${outline ?? base}" d="M243 101q6 0 10-2v14c0 8-5 11-10 14z"/>`;
}
