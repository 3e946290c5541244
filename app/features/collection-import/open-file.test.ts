import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";

import { openFile } from "./open-file.ts";

const list = (copies: unknown[]) =>
  strToU8(JSON.stringify({ format: "maillotheque-collection", version: 1, copies }));
const zip = (files: Record<string, Uint8Array>) =>
  new Blob([zipSync(files) as Uint8Array<ArrayBuffer>]);

test("reads the manifest of an exported ZIP, and which photos are of which copy", async () => {
  const copy = { jersey: { title: "Vert" }, photos: ["photos/a-1.webp", 7] };
  const { rows } = await openFile(
    zip({ "photos/a-1.webp": strToU8("x"), "manifest.json": list([copy]) }),
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.photos).toEqual(["photos/a-1.webp"]);
});

test.each([
  ["a bomb", { "manifest.json": new Uint8Array(60_000_000) }, "tooLarge"],
  ["a ZIP of something else", { "a.txt": strToU8("a") }, "zip"],
  ["a workbook", { "xl/workbook.xml": strToU8("a") }, "spreadsheet"],
])("refuses %s", async (_, files, problem) => {
  await expect(openFile(zip(files))).rejects.toMatchObject({ problem });
});

test("a bomb that lies about its size unpacks to no more than it says", async () => {
  const bytes = zipSync({ "manifest.json": new Uint8Array(60_000_000).fill(32) });
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const directory = view.getUint32(bytes.length - 6, true);
  view.setUint32(directory + 24, 1000, true);
  await expect(openFile(new Blob([bytes as Uint8Array<ArrayBuffer>]))).rejects.toMatchObject({
    name: "FileError",
  });
});

test("refuses what only begins like a ZIP", async () => {
  await expect(openFile(new Blob(["PK\x03\x04 rien"]))).rejects.toMatchObject({ problem: "zip" });
});
