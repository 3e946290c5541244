import { expect, test } from "vitest";

import type { Table } from "../../../shared/domain/import/read-table.ts";
import { sharedNames, withNamedPhotos } from "./named-photos.ts";

const listOf = (...cells: string[][]): Table => ({
  header: ["Team", "Photo"],
  rows: cells.map((row, place) => ({ line: place + 2, cells: row })),
});
const photosOf = (cell: string, names: string[], heading?: string) =>
  withNamedPhotos(
    { ...listOf(["PSG", cell]), ...(heading && { header: ["Team", heading] }) },
    names,
  )?.rows[0]!.photos;

test.each([
  ["Photos\\IMG_1.JPG", ["Photos/IMG_1.JPG"], ["Photos/IMG_1.JPG"]],
  ["img_1.jpg", ["Photos/IMG_1.JPG"], ["Photos/IMG_1.JPG"]],
  ["IMG_1.png.jpg; 2.webp", ["a/IMG_1.png.jpg", "a/2.webp"], ["a/IMG_1.png.jpg", "a/2.webp"]],
  ["IMG_1.HEIC.jpg", ["IMG_1.HEIC.jpg"], ["IMG_1.HEIC.jpg"]],
  ["one.jpg two.jpg", ["one.jpg", "two.jpg"], ["one.jpg", "two.jpg"]],
  ["home, away.jpg", ["home, away.jpg", "away.jpg"], ["home, away.jpg"]],
  ["home, away.jpg", ["away.jpg"], ["away.jpg"]],
  [
    "photos/a.jpg, photos/b.jpg",
    ["photos/a.jpg", "photos/b.jpg"],
    ["photos/a.jpg", "photos/b.jpg"],
  ],
  ["photos/a.jpg;photos/b.jpg", ["photos/b.jpg"], ["photos/a.jpg", "photos/b.jpg"]],
  ["C:\\Users\\moi\\IMG_1.JPG", ["Photos/IMG_1.JPG"], ["Photos/IMG_1.JPG"]],
  ["IMG_1", ["Photos/IMG_1.JPG"], ["Photos/IMG_1.JPG"]],
])("%j names photos of the ZIP", (cell, names, photos) => {
  expect(photosOf(cell, names)).toEqual(photos);
});

test("equal names in two folders: the one that the cell says, or none", () => {
  const names = ["psg/1.jpg", "om/1.jpg"];
  expect(photosOf("om/1.jpg", names)).toEqual(["om/1.jpg"]);
  const read = withNamedPhotos(listOf(["PSG", "1.jpg"], ["OM", "om/1.jpg"]), names);
  expect(read?.rows.map(({ photos }) => photos)).toEqual([["1.jpg"], ["om/1.jpg"]]);
});

test("a photo that lacks in its folder isn't taken from another", () => {
  const read = withNamedPhotos(listOf(["PSG", "psg/1.jpg"], ["OM", "om/1.jpg"]), ["om/1.jpg"]);
  expect(read?.rows.map(({ photos }) => photos)).toEqual([["psg/1.jpg"], ["om/1.jpg"]]);
});

test("a column of how many photos names none", () => {
  const list = {
    ...listOf(["PSG", "2"], ["OM", "1"], ["Lens", "2"]),
    header: ["Team", "Nb photos"],
  };
  expect(withNamedPhotos(list, ["1.jpg", "2.jpg"])).toBeUndefined();
});

test("equal names with two endings: the one that the cell says", () => {
  expect(photosOf("1.jpg", ["1.jpg", "1.webp"])).toEqual(["1.jpg"]);
  expect(photosOf("1", ["1.jpg", "1.webp"])).toBeUndefined();
});

test("names without an ending count in columns of photos only", () => {
  expect(photosOf("10", ["10.jpg"], "Number")).toBeUndefined();
  expect(photosOf("10", ["10.jpg"], "Foto")).toEqual(["10.jpg"]);
});

test("a bare name without a photo is kept in a column of photos, which the table names", () => {
  const read = withNamedPhotos(listOf(["PSG", "lost"], ["OM", "1"]), ["1.jpg"]);
  expect(read?.rows.map(({ photos }) => photos)).toEqual([["lost"], ["1.jpg"]]);
  expect(read?.photoColumns).toEqual([1]);
});

test("a name that several photos have is told from one that none has", () => {
  const isShared = sharedNames(["psg/1.jpg", "om/1.jpg", "2.jpg", "notes.txt"]);
  expect(["1.jpg", "1", "2.jpg", "3.jpg", "notes"].map(isShared)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("a name that no file has is kept, to be counted", () => {
  const read = withNamedPhotos(listOf(["PSG", "lost.jpg"], ["OM", "1.jpg"]), ["1.jpg"]);
  expect(read?.rows.map(({ photos }) => photos)).toEqual([["lost.jpg"], ["1.jpg"]]);
});

test("a list that names none, or only files beside photos, is an ordinary one", () => {
  expect(photosOf("", ["1.jpg"])).toBeUndefined();
  expect(photosOf("1.pdf", ["1.pdf"])).toBeUndefined();
  expect(photosOf("1.jpg", ["__MACOSX/._1.jpg"])).toBeUndefined();
});
