import latinExt600 from "@fontsource/barlow-condensed/files/barlow-condensed-latin-ext-600-normal.woff?inline";
import latinExt700 from "@fontsource/barlow-condensed/files/barlow-condensed-latin-ext-700-normal.woff?inline";
import latin600 from "@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff?inline";
import latin700 from "@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff?inline";
import { type Font, parse, type PathCommand } from "opentype.js/dist/opentype.mjs";

import { fold } from "../../../shared/domain/slug.ts";

// Text becomes outlines here: the server may have no fonts installed.

export interface TextStyle {
  size: number;
  weight: 600 | 700;
}

const FILES = { 600: [latin600, latinExt600], 700: [latin700, latinExt700] };

const parsed = new Map<TextStyle["weight"], Font[]>();

function fontsOf(weight: TextStyle["weight"]): Font[] {
  const known = parsed.get(weight);
  if (known) return known;
  const fonts = FILES[weight].map((file) => {
    const bytes = Buffer.from(file.slice(file.indexOf(",") + 1), "base64");
    return parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  });
  parsed.set(weight, fonts);
  return fonts;
}

interface Run {
  font: Font;
  text: string;
}

/**
 * Splits a text into runs of one font file each. Cyrillic and Greek become Latin letters; letters
 * without a font are left out.
 */
function runsOf(text: string, weight: TextStyle["weight"]): Run[] {
  const fonts = fontsOf(weight);
  const fontFor = (character: string) => fonts.find((font) => font.charToGlyphIndex(character) > 0);
  const runs: Run[] = [];
  for (const character of text.normalize("NFC")) {
    for (const known of fontFor(character) ? [character] : fold(character)) {
      const font = fontFor(known);
      const last = runs.at(-1);
      if (!font) continue;
      if (last?.font === font) last.text += known;
      else runs.push({ font, text: known });
    }
  }
  return runs;
}

export function widthOf(text: string, { size, weight }: TextStyle): number {
  return runsOf(text, weight).reduce(
    (width, run) => width + run.font.getAdvanceWidth(run.text, size),
    0,
  );
}

/** The outlines of a line as SVG path data; its baseline starts at (x, y). */
export function outline(text: string, { size, weight }: TextStyle, x: number, y: number): string {
  let at = x;
  return runsOf(text, weight)
    .map(({ font, text }) => {
      const { commands } = font.getPath(text, at, y, size);
      at += font.getAdvanceWidth(text, size);
      return commands.map(pathData).join("");
    })
    .join("");
}

/**
 * One command of path data. The library's own toPathData() writes NaN for numbers as small as
 * 1e-14.
 */
function pathData(command: PathCommand): string {
  const { type, ...rest } = command;
  const { x1, y1, x2, y2, x, y } = rest as Partial<Record<string, number>>;
  const numbers = [x1, y1, x2, y2, x, y].filter((value) => value !== undefined);
  return type + numbers.map((value) => value.toFixed(1)).join(" ");
}

/**
 * Breaks a text into lines no wider than `width`; if it needs more than `most` lines, the last one
 * ends in `…`.
 */
export function wrap(text: string, style: TextStyle, width: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(longer, style) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const shown = lines.slice(0, most);
  if (lines.length > most) shown.push(`${shown.pop()}…`);
  return shown.map((line) => cut(line, style, width));
}

/** Shortens a line to the width; an ellipsis replaces what is cut. */
function cut(line: string, style: TextStyle, width: number): string {
  if (widthOf(line, style) <= width) return line;
  const letters = [...line.replace(/…$/, "")];
  while (letters.length > 1 && widthOf(`${letters.join("")}…`, style) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
