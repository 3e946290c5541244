import { expect, test } from "vitest";

import { parseShareImage, seasonOfShareId } from "../../site/resources/parse-share-image.ts";
import { smallPicturePath } from "../address/small-picture-path.ts";
import { seasonShareId, SHARE_KINDS, shareImagePath } from "./share-image.ts";

const ID = "6d0bdd0b-0e9a-4f0c-a7e0-3f4d7a6c2b11";

test("contains kind, id and language of the picture", () => {
  for (const kind of SHARE_KINDS) {
    const ids: Record<string, string | undefined> = {
      site: undefined,
      season: seasonShareId(ID, "2012-13"),
      trends: "nba",
      daily: "2026-11-26",
    };
    const id = kind in ids ? ids[kind] : ID;
    const [, , inPath, file] = shareImagePath(kind, id, "pt").split("/");
    expect(parseShareImage(inPath, file)).toMatchObject({ kind, lang: "pt", ...(id && { id }) });
  }
});

test("a jersey has a small picture, too", () => {
  const [, , kind, file] = smallPicturePath(ID, "pt").split("/");
  expect(parseShareImage(kind, file)).toEqual({ kind: "jersey", id: `${ID}_small`, lang: "pt" });
});

test.each([
  ["team", `${ID}_small.fr.jpg`],
  ["jersey", `${ID}_large.fr.jpg`],
  ["jersey", undefined],
  ["jersey", `${ID}.fr.png`],
  ["jersey", `${ID}.de.jpg`],
  ["jersey", `${ID}.fr.jpg.jpg`],
  ["jersey", "1.fr.jpg"],
  ["jersey", "maillotheque.fr.jpg"],
  ["site", `${ID}.fr.jpg`],
  ["season", `${ID}.fr.jpg`],
  ["season", `${ID}_2012-2013.fr.jpg`],
  ["season", `${ID}_2012_13.fr.jpg`],
  ["season", `1_2012-13.fr.jpg`],
  ["trends", `${ID}.fr.jpg`],
  ["trends", "curling.fr.jpg"],
  ["leaderboard", "maillotheque.fr.jpg"],
  ["jersey", "nba.fr.jpg"],
  ["brand", `${ID}.fr.jpg`],
  ["__proto__", `${ID}.fr.jpg`],
  [undefined, ""],
])("refuses %s/%s", (kind, file) => {
  expect(parseShareImage(kind, file)).toBeUndefined();
});

test("contains a season's competition and code", () => {
  const found = { competitionId: ID, code: "2022" };
  expect(seasonOfShareId(seasonShareId(ID, "2022"))).toEqual(found);
});
