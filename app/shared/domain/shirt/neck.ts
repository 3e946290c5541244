import { mix } from "./color.ts";
import type { Cut } from "./cuts.ts";
import type { Palette } from "./palette.ts";
import { reuse } from "./svg.ts";
import type { Collar } from "./types.ts";

export interface Neck {
  collar: Collar;
  side: "front" | "back";
}

/**
 * The neckline from the right of the neck to its left: part of a torso's outline, or the base of a
 * collar.
 */
export function neckline(cut: Cut, { collar, side }: Neck): string {
  const { half, top } = cut.neck;
  const left = 200 - half;
  const right = 200 + half;
  if (side === "back") return scoop(left, right, top, cut.nape > 0 ? cut.nape + 4 : 7);
  if (collar === "crew") return scoop(left, right, top, cut.drop);
  const deep = top + cut.drop * 1.45;
  const bend = top + cut.drop * 0.5;
  return `C${right - 6} ${bend} 211 ${deep - 13} 200 ${deep}C189 ${deep - 13} ${left + 6} ${bend} ${left} ${top}`;
}

function scoop(left: number, right: number, top: number, drop: number): string {
  const low = top + drop;
  const reach = (right - left) * (drop > 40 ? 0.26 : 0.3);
  const lean = drop > 40 ? 3 : 7;
  const bend = top + drop * 0.72;
  return `C${right - lean} ${bend} ${200 + reach} ${low} 200 ${low}S${left + lean} ${bend} ${left} ${top}`;
}

/** The part behind the torso at the neck (the inside of the back), and the collar on top. */
export function collarShape(
  id: string,
  cut: Cut,
  worn: Neck,
  palette: Palette,
): { behind: string; front: string } {
  const { collar, side } = worn;
  const { half, top } = cut.neck;
  const left = 200 - half;
  const right = 200 + half;
  const line = `M${right} ${top}${neckline(cut, worn)}`;
  // The back of the neck: level with the front's ends, or lower on a tank top.
  const nape = `M${left} ${top}Q200 ${top + cut.nape * 2} ${right} ${top}`;
  const shaded = mix(palette.trim, "#000000", 0.3);
  const behind =
    side === "back"
      ? ""
      : `<path fill="${palette.inside}" d="${nape}${neckline(cut, worn)}Z"/>` +
        `<path fill="none" stroke="${shaded}" stroke-width="8" d="M${left + 2} ${top + 3}Q200 ${top + cut.nape * 2 + 4} ${right - 2} ${top + 3}"/>` +
        `<path fill="#fff" fill-opacity=".8" d="M192 ${top + cut.nape + 8}h16v8h-16z"/>`;
  if (side === "front" && collar === "polo")
    return { behind, front: polo(left, right, top, palette) };
  // The dashes are a ribbed collar's knit.
  const rib = `<g fill="none" stroke-width="10"><g stroke="#000" stroke-opacity=".2" stroke-width="12.5"><path id="${id}" d="${line}"/></g>${reuse(id, `stroke="${palette.trim}"`)}${reuse(id, 'stroke="#000" stroke-opacity=".13" stroke-dasharray=".9 2.1"')}</g>`;
  const lace = side === "front" && collar === "lace" ? laces(top + cut.drop * 1.45, palette) : "";
  return { behind, front: rib + lace };
}

/** Two flaps and a buttoned placket. */
function polo(left: number, right: number, top: number, { trim, base }: Palette): string {
  const edge = 'stroke="#000" stroke-opacity=".25"';
  // Along the neckline to its lowest point, out to the tip and back over the shoulder.
  const flap = (outer: number, to: number) =>
    `<path fill="${trim}" ${edge} d="M${outer} ${top}C${outer + to * 6} ${top + 13} ${200 - to * 11} ${top + 25} 200 ${top + 38}L${200 - to * 27} ${top + 54}C${outer - to * 2} ${top + 36} ${outer - to * 9} ${top + 14} ${outer} ${top}Z"/>`;
  const buttons = [46, 66].map((y) => `<circle cx="200" cy="${top + y}" r="2.2"/>`).join("");
  return `<path fill="${base}" ${edge} d="M192 ${top + 30}h16v50h-16z"/><g fill="${trim}" ${edge}>${buttons}</g>${flap(left, 1)}${flap(right, -1)}`;
}

/** The laced slit of an old hockey sweater. */
function laces(deep: number, { inside, trim }: Palette): string {
  const cord = mix(trim, "#ffffff", 0.85);
  return `<path fill="${inside}" d="M197 ${deep - 12}h6l-1 34h-4z"/><path fill="none" stroke="${cord}" stroke-width="2.6" stroke-linecap="round" d="M192 ${deep + 2}L208 ${deep + 9}M208 ${deep + 2}L192 ${deep + 9}M193 ${deep + 12}L207 ${deep + 19}M207 ${deep + 12}L193 ${deep + 19}M197 ${deep + 22}C190 ${deep + 32} 190 ${deep + 38} 186 ${deep + 44}M203 ${deep + 22}C210 ${deep + 32} 209 ${deep + 40} 213 ${deep + 47}"/>`;
}
