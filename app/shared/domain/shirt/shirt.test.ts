import fc from "fast-check";
import { expect, test } from "vitest";

import { contrast, parseHex } from "./color.ts";
import {
  COLLARS,
  designFor,
  drawLayers,
  drawShirt,
  PATTERNS,
  shirtContent,
  SPORTS,
  type ShirtDesign,
} from "./index.ts";
import { paletteOf } from "./palette.ts";

const red: ShirtDesign = { sport: "SOCCER", pattern: "plain", colors: ["#da291c", "#ffffff"] };

const everyShirt = SPORTS.flatMap((sport) =>
  PATTERNS.flatMap((pattern) =>
    COLLARS.flatMap((collar) =>
      (["front", "back"] as const).map((side): ShirtDesign => {
        const colors = ["#a50044", "#004d98", "#edbb00"];
        return { sport, pattern, collar, side, colors, number: "88", name: "Sélection" };
      }),
    ),
  ),
);

test.each(everyShirt)("draws $sport $pattern $collar $side small and well-formed", (design) => {
  const svg = drawShirt(design);
  expect(svg.length).toBeLessThan(design.side === "front" ? 6000 : 6400);
  expect(svg).not.toMatch(/NaN|undefined|null|\[object/);
  const tags = svg.match(/<[^>]+>/g) ?? [];
  const depth = tags.reduce(
    (open, tag) => open + (tag.startsWith("</") ? -1 : tag.endsWith("/>") ? 0 : 1),
    0,
  );
  expect(depth).toBe(0);
});

test("resolves every reference and uses each id once", () => {
  for (const design of everyShirt) {
    const svg = drawShirt(design);
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of svg.matchAll(/(?:href="|url\()#([\w-]+)/g)) {
      expect(ids).toContain(target);
    }
  }
});

test("draws the same design the same way; a prefix separates two drawings", () => {
  expect(drawShirt(red)).toBe(drawShirt({ ...red }));
  const ids = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!);
  const one = ids(shirtContent({ ...red, idPrefix: "one" }));
  const two = ids(shirtContent({ ...red, idPrefix: "two" }));
  expect(one.filter((id) => two.includes(id))).toEqual([]);
});

test("outputs only colours, digits, letters and an escaped label for any input", () => {
  fc.assert(
    fc.property(
      fc.record({
        colors: fc.array(fc.string(), { maxLength: 4 }),
        number: fc.string(),
        name: fc.string(),
        label: fc.string({ unit: "binary" }),
        background: fc.string(),
        idPrefix: fc.string(),
      }),
      (hostile) => {
        const svg = drawShirt({ ...red, side: "back", ...hostile });
        const label = / aria-label="([^"]*)"/.exec(svg)?.[1] ?? "";
        expect(label).not.toMatch(/[<>"']/);
        const rest = svg.replace(/ aria-label="[^"]*"/, "");
        expect(rest).not.toMatch(
          /<(?!\/?(svg|defs|path|clipPath|use|linearGradient|radialGradient|stop|filter|feGaussianBlur|g|circle)\b)/,
        );
        expect(rest).not.toMatch(/ on\w+=|script|javascript|[^\x20-\x7e]/i);
      },
    ),
    { numRuns: 40 },
  );
});

test("reuses the folds of shirts with one cut and lightness", () => {
  const { shirt, folds } = drawLayers(red);
  expect(drawLayers({ ...red, colors: ["#dc052d", "#0066b2"], number: "9" }).folds).toBe(folds);
  expect(drawLayers({ ...red, sport: "NHL" }).folds).not.toBe(folds);
  expect(folds).toContain("feGaussianBlur");
  expect(shirt).not.toContain("feGaussianBlur");
});

test("omits an injected attribute", () => {
  const svg = drawShirt({
    ...red,
    colors: ['#fff" onload="alert(1)', "red", "#12"],
    number: '7"/><script>',
    name: "<b>Zoé</b>",
    label: '"><script>alert(1)</script>',
    idPrefix: 'a"><b',
    background: "url(https://example.org)",
  });
  expect(svg).not.toMatch(/onload|<script|example/);
});

test("draws a readable number", () => {
  fc.assert(
    fc.property(fc.array(hex(), { minLength: 1, maxLength: 3 }), (colors) => {
      const { base, print } = paletteOf(colors);
      expect(contrast(base, print)).toBeGreaterThanOrEqual(3);
    }),
  );
});

test("accepts only hexadecimal colours", () => {
  expect(parseHex("#FA0")).toBe("#ffaa00");
  expect(parseHex("#A50044")).toBe("#a50044");
  for (const bad of ["red", "#12345", "#ggg", "fff", "", undefined]) {
    expect(parseHex(bad)).toBeUndefined();
  }
});

test("uses the first colour at home but not away, and is deterministic", () => {
  const facts = { league: "SOCCER", colors: ["#a50044", "#004d98"], seed: "fc-barcelona" };
  const home = designFor({ ...facts, kitType: "home" });
  expect(home).toMatchObject({ sport: "SOCCER", pattern: "stripes" });
  expect(home.colors[0]).toBe("#a50044");
  expect(designFor({ ...facts, kitType: "away" }).colors[0]).toBe("#ffffff");
  expect(designFor(facts)).toEqual(home);
});

test("colours the shirt of a team without colours, league or kit", () => {
  const design = designFor({ seed: "inconnus", league: "CURLING", kitType: null, colors: null });
  expect(design.sport).toBe("SOCCER");
  expect(design.colors.every((color) => color === undefined || parseHex(color))).toBe(true);
});

function hex() {
  return fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, "0")}`);
}
