import { strToU8, Zip, ZipDeflate, ZipPassThrough, zipSync } from "fflate";
import { expect, test } from "vitest";

import { openZip } from "./open-zip.ts";

const blob = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>]);
const text = strToU8("du texte ".repeat(2000));

/** Written as a stream, as our export is: sizes follow the files. */
function streamed(): Uint8Array {
  const parts: number[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(...part);
  });
  for (const file of [new ZipPassThrough("a.txt"), new ZipDeflate("dossier/é.txt")]) {
    zip.add(file);
    file.push(text, true);
  }
  zip.end();
  return Uint8Array.from(parts);
}

test.each([
  ["as a stream", streamed()],
  ["at once", zipSync({ "a.txt": text, "dossier/é.txt": [text, { level: 0 }] })],
  ["with a comment", zipSync({ "a.txt": text, "dossier/é.txt": text }, { comment: "PK" })],
])("reads files that were written %s", async (_, bytes) => {
  const zip = await openZip(blob(bytes));
  expect([...zip.entries.keys()]).toEqual(["a.txt", "dossier/é.txt"]);
  for (const name of zip.entries.keys()) {
    expect(await zip.read(name, text.length)).toEqual(text);
    await expect(zip.read(name, text.length - 1)).rejects.toMatchObject({ problem: "tooLarge" });
  }
  await expect(zip.read("b.txt", 9e9)).rejects.toMatchObject({ problem: "broken" });
});

test.each([new Uint8Array(), strToU8("PK\x03\x04 rien"), new Uint8Array(70_000).fill(0x50)])(
  "refuses what is no ZIP",
  async (bytes) => {
    await expect(openZip(blob(bytes))).rejects.toMatchObject({ problem: "broken" });
  },
);

/** A ZIP of one deflated file with a number in its directory changed. */
function forged(place: number, value: number, bytes = 4): Uint8Array {
  const zip = zipSync({ "a.txt": text });
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const directory = view.getUint32(zip.length - 6, true);
  if (bytes === 4) view.setUint32(directory + place, value, true);
  else view.setUint16(directory + place, value, true);
  return zip;
}

test.each([
  ["a size that is too small: a bomb", forged(24, 10)],
  ["a size that is too large", forged(24, text.length + 1)],
  ["another checksum", forged(16, 1)],
  ["a place outside of it", forged(42, 0x7fffffff)],
  ["a place inside of a file", forged(42, 5)],
  ["a packed size beyond its end", forged(20, 1_000_000)],
])("refuses a file with %s", async (_, bytes) => {
  const zip = await openZip(blob(bytes));
  await expect(zip.read("a.txt", 9e9)).rejects.toMatchObject({ problem: "broken" });
});

test("leaves out files that are encrypted, or packed otherwise", async () => {
  for (const [place, value] of [
    [8, 1],
    [10, 12],
  ] as const) {
    expect((await openZip(blob(forged(place, value, 2)))).entries.size).toBe(0);
  }
});

test("refuses a directory that ends early, names one file twice, or announces too many", async () => {
  await expect(openZip(blob(forged(28, 60_000, 2)))).rejects.toMatchObject({ problem: "broken" });
  const twice = zipSync({ "a.txt": text, "b.txt": text });
  const at = new TextDecoder("latin1").decode(twice).lastIndexOf("b.txt");
  twice[at] = "a".charCodeAt(0);
  await expect(openZip(blob(twice))).rejects.toMatchObject({ problem: "broken" });
  const many = zipSync({ "a.txt": text });
  many.fill(0xff, many.length - 14, many.length - 10);
  await expect(openZip(blob(many))).rejects.toMatchObject({ problem: "tooLarge" });
});

test("any bytes are read or refused, and nothing else happens", async () => {
  const good = zipSync({ "a.txt": text });
  for (let n = 0; n < 300; n++) {
    const bytes = good.slice();
    for (let change = 0; change < 4; change++) {
      bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256);
    }
    const outcome = await openZip(blob(bytes))
      .then((zip) => zip.read("a.txt", 1_000_000))
      .then(
        () => "read",
        (error: Error) => error.name,
      );
    expect(["read", "ZipError"]).toContain(outcome);
  }
});
