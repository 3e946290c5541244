import { expect, test } from "vitest";

import { isWithoutMetadata } from "./image-metadata.ts";

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const segment = (marker: number, content: string) =>
  `\xff${String.fromCharCode(marker)}\0${String.fromCharCode(content.length + 2)}${content}`;
const jpeg = (...segments: string[]) =>
  bytes(`\xff\xd8${segments.join("")}${segment(0xda, "x")}pixels\xff\xd9`);
const webp = (...names: string[]) => {
  const chunks = names.map((name) => `${name}\x02\0\0\0xx`).join("");
  return bytes(`RIFF${String.fromCharCode(chunks.length + 4)}\0\0\0WEBP${chunks}`);
};

test.each([
  [
    "jpeg",
    jpeg(segment(0xe0, "JFIF"), segment(0xe2, "ICC"), segment(0xdb, "t"), segment(0xc0, "f")),
  ],
  ["webp", webp("VP8 ")],
  ["webp", webp("VP8X", "ICCP", "ALPH", "VP8 ")],
] as const)("a plain %s has none", (kind, file) => {
  expect(isWithoutMetadata(file, kind)).toBe(true);
});

test.each([
  ["jpeg", "a place", jpeg(segment(0xe1, "Exif"))],
  ["jpeg", "a comment", jpeg(segment(0xfe, "moi"))],
  ["jpeg", "an IPTC part", jpeg(segment(0xed, "Photoshop"))],
  ["jpeg", "something behind its end", bytes(`${String.fromCharCode(...jpeg())}more`)],
  ["jpeg", "no end", jpeg().subarray(0, 4)],
  ["webp", "a place", webp("VP8X", "VP8 ", "EXIF")],
  ["webp", "an unknown part", webp("VP8 ", "ABCD")],
  ["webp", "something behind its end", bytes(`${String.fromCharCode(...webp("VP8 "))}more`)],
  ["webp", "no end", webp("VP8 ").subarray(0, 14)],
] as const)("a %s with %s is not plain", (kind, _, file) => {
  expect(isWithoutMetadata(file, kind)).toBe(false);
});
