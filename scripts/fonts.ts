/**
 * Makes the site's fonts from the published ones: only the letters of Latin languages and the used
 * weights, so that a page with all four files loads less than 80 kB. Run it again after an update of a font package.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";

const ROOT = join(import.meta.dirname, "..");
const TO = join(ROOT, "app/shared/styles/fonts");

/** Must equal the `unicode-range` of the faces in `app/shared/styles/fonts.css`. */
const LATIN: [number, number][] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
  [0xfffd, 0xfffd],
];
/** Latin Extended-A, and further letters of Romanian and German. */
const EXTENDED: [number, number][] = [
  [0x100, 0x130],
  [0x132, 0x151],
  [0x154, 0x17f],
  [0x218, 0x21b],
  [0x1e9e, 0x1e9e],
];

const INTER = "@fontsource-variable/inter/files/inter-";
const BARLOW = "@fontsource/barlow-condensed/files/barlow-condensed-";
/** Texts use 400 to 600; browsers use 700 for `<strong>`. */
const WEIGHTS = { wght: { min: 400, max: 700 } };

const FONTS = [
  { from: `${INTER}latin-wght-normal`, to: "inter", ranges: LATIN, variationAxes: WEIGHTS },
  {
    from: `${INTER}latin-ext-wght-normal`,
    to: "inter-ext",
    ranges: EXTENDED,
    variationAxes: WEIGHTS,
  },
  { from: `${BARLOW}latin-700-normal`, to: "barlow-condensed", ranges: LATIN },
  { from: `${BARLOW}latin-ext-700-normal`, to: "barlow-condensed-ext", ranges: EXTENDED },
];

for (const { from, to, ranges, variationAxes } of FONTS) {
  const letters = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n)),
  );
  const font = await subsetFont(
    await readFile(join(ROOT, "node_modules", `${from}.woff2`)),
    letters.join(""),
    { targetFormat: "woff2", ...(variationAxes && { variationAxes }) },
  );
  await writeFile(join(TO, `${to}.woff2`), font);
  console.log(`${to}.woff2: ${(font.length / 1000).toFixed(1)} kB`);
}
