import { expect, test } from "vitest";

import { parseShareImage } from "./parse-share-image.ts";
import { SHARE_KINDS, shareImagePath } from "./share-image.ts";

const ID = "6d0bdd0b-0e9a-4f0c-a7e0-3f4d7a6c2b11";

test("contains kind, id and language of the picture", () => {
  for (const kind of SHARE_KINDS) {
    const id = kind === "site" ? undefined : kind === "trends" ? "nba" : ID;
    const [, , inPath, file] = shareImagePath(kind, id, "pt").split("/");
    expect(parseShareImage(inPath, file)).toMatchObject({ kind, lang: "pt", ...(id && { id }) });
  }
});

test.each([
  ["jersey", undefined],
  ["jersey", `${ID}.fr.png`],
  ["jersey", `${ID}.de.jpg`],
  ["jersey", `${ID}.fr.jpg.jpg`],
  ["jersey", "1.fr.jpg"],
  ["jersey", "maillotheque.fr.jpg"],
  ["site", `${ID}.fr.jpg`],
  ["trends", `${ID}.fr.jpg`],
  ["trends", "curling.fr.jpg"],
  ["jersey", "nba.fr.jpg"],
  ["brand", `${ID}.fr.jpg`],
  ["__proto__", `${ID}.fr.jpg`],
  [undefined, ""],
])("refuses %s/%s", (kind, file) => {
  expect(parseShareImage(kind, file)).toBeUndefined();
});
