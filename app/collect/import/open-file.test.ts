import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";

import { openFile } from "./open-file.ts";

const list = (copies: unknown[]) =>
  strToU8(JSON.stringify({ format: "maillotheque-collection", version: 1, copies }));
const file = (content: Uint8Array | string) =>
  new File([content as Uint8Array<ArrayBuffer>], "liste");
const zip = (files: Record<string, Uint8Array>) => file(zipSync(files));

test("reads the manifest of an exported ZIP, and which photos are of which copy", async () => {
  const copy = { jersey: { title: "Vert" }, photos: ["photos/a-1.webp", 7] };
  const { table, zip: opened } = await openFile(
    zip({ "photos/a-1.webp": strToU8("x"), "manifest.json": list([copy]) }),
  );
  expect(table.rows).toHaveLength(1);
  expect(table.rows[0]!.photos).toEqual(["photos/a-1.webp"]);
  expect(await opened!.read("photos/a-1.webp", 10)).toEqual(strToU8("x"));
});

test.each([
  ["a bomb", { "manifest.json": new Uint8Array(60_000_000) }, "zipTooLarge"],
  ["a ZIP of something else", { "a.txt": strToU8("a") }, "zip"],
  ["several lists", { "a.csv": strToU8("Club\nPSG"), "b.csv": strToU8("Club\nOM") }, "zip"],
])("refuses %s", async (_, files, problem) => {
  await expect(openFile(zip(files))).rejects.toMatchObject({ problem });
});

test("reads the only list of somebody else's ZIP", async () => {
  const files = { "maillots/1.jpg": strToU8("x"), "maillots/liste.csv": strToU8("Club\nPSG") };
  const {
    table,
    zip: withPhotos,
    isUnpacked,
  } = await openFile(zip({ ...files, "__MACOSX/maillots/._liste.csv": strToU8("x") }));
  expect(table.rows.map(({ cells }) => cells)).toEqual([["PSG"]]);
  expect([withPhotos, isUnpacked]).toEqual([undefined, true]);
});

test("reads the photos that somebody else's list names", async () => {
  const { table, zip: withPhotos } = await openFile(
    zip({
      "liste.csv": strToU8("Club;Photo\nPSG;IMG_1.JPG, dos\nOM;rien.jpg\nLens;face.webp"),
      "photos/img_1.jpg": strToU8("x"),
      "photos/face.webp": strToU8("y"),
      "__MACOSX/photos/._img_1.jpg": strToU8("z"),
    }),
  );
  expect(table.rows.map(({ photos }) => photos)).toEqual([
    ["photos/img_1.jpg"],
    // Kept, to be counted among those that the ZIP lacks.
    ["rien.jpg"],
    ["photos/face.webp"],
  ]);
  expect(withPhotos).toBeDefined();
});

test("a bomb that lies about its size unpacks to no more than it says", async () => {
  const bytes = zipSync({ "manifest.json": new Uint8Array(60_000_000).fill(32) });
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const directory = view.getUint32(bytes.length - 6, true);
  view.setUint32(directory + 24, 1000, true);
  await expect(openFile(file(bytes))).rejects.toMatchObject({
    name: "FileError",
  });
});

test("refuses what only begins like a ZIP", async () => {
  await expect(openFile(file("PK\x03\x04 rien"))).rejects.toMatchObject({ problem: "zip" });
});

test("an export of ours may be larger than another list", async () => {
  const copies = Array.from({ length: 6000 }, (_, n) => ({
    id: `c${n}`,
    jersey: { title: "Vert" },
    notes: "x".repeat(1000),
  }));
  const { table } = await openFile(file(list(copies)));
  expect(table.rows).toHaveLength(6000);
  await expect(openFile(file(JSON.stringify(copies)))).rejects.toMatchObject({
    problem: "tooLarge",
  });
});
