/**
 * The part of opentype.js that is used here; the package has no types. Its main file is CommonJS,
 * and Node can't detect its exports' names.
 */
declare module "opentype.js/dist/opentype.mjs" {
  export type PathCommand =
    | { type: "M" | "L"; x: number; y: number }
    | { type: "Q"; x1: number; y1: number; x: number; y: number }
    | { type: "C"; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
    | { type: "Z" };
  export interface Font {
    charToGlyphIndex(character: string): number;
    getAdvanceWidth(text: string, fontSize: number): number;
    getPath(text: string, x: number, y: number, fontSize: number): { commands: PathCommand[] };
  }
  export function parse(buffer: ArrayBuffer): Font;
}
