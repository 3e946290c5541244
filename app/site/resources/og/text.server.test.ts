import fc from "fast-check";
import { expect, test } from "vitest";

import { outline, widthOf, wrap } from "./text.server.ts";

const style = { size: 66, weight: 700 } as const;

test("draws outlines at any position", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.double({ min: 0, max: 1200, noNaN: true }),
      (text, x) => {
        expect(outline(text, style, x, 217.08)).toMatch(/^([MLQCZ]|-?\d+\.\d|[ ])*$/);
      },
    ),
    { numRuns: 200 },
  );
});

test("knows the width of the letters of the four languages and their neighbours", () => {
  for (const letter of "éèêëçñãõáíóúüß‘’“”«»–—…œŁłŚśĞğİışČčŘřŐőŽž") {
    expect(widthOf(letter, style), letter).toBeGreaterThan(0);
  }
});

test("writes Cyrillic and Greek in Latin letters and omits unknown characters", () => {
  expect(outline("Зенит", style, 0, 0)).toBe(outline("zenit", style, 0, 0));
  expect(outline("ΠΑΟΚ", style, 0, 0)).toBe(outline("paok", style, 0, 0));
  expect(outline("鹿島", style, 0, 0)).toBe("");
});

test("wraps text between words and cuts it when there is no more room", () => {
  expect(wrap("MAILLOT DOMICILE 2010-2011", style, 450, 3)).toEqual([
    "MAILLOT DOMICILE",
    "2010-2011",
  ]);
  expect(wrap("UN DEUX TROIS QUATRE", style, 170, 2)).toEqual(["UN", "DEUX…"]);
  const [one = "", ...rest] = wrap("X".repeat(200), style, 300, 2);
  expect(rest).toEqual([]);
  expect(one.endsWith("…")).toBe(true);
  expect(widthOf(one, style)).toBeLessThanOrEqual(300);
  expect(wrap("  ", style, 300, 2)).toEqual([]);
});
