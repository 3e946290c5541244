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

/** A number in the header that lies before a file, which other programs go by. */
function alsoInFile(zip: Uint8Array, place: number, value: number): Uint8Array {
  new DataView(zip.buffer, zip.byteOffset).setUint32(place, value, true);
  return zip;
}

test("a bomb that lies about its size everywhere unpacks to no more than it says", async () => {
  const zip = await openZip(blob(alsoInFile(forged(24, 10), 22, 10)));
  expect(zip.entries.get("a.txt")!.size).toBe(10);
  await expect(zip.read("a.txt", 9e9)).rejects.toMatchObject({ problem: "broken" });
});

test("refuses files that share their bytes: a small ZIP that would unpack to a large one", async () => {
  const zip = zipSync({ "a.txt": text, "b.txt": text });
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const directory = view.getUint32(zip.length - 6, true);
  // The second entry of the directory names the place of the first.
  const second = directory + 46 + "a.txt".length;
  view.setUint32(second + 42, 0, true);
  const { read } = await openZip(blob(zip));
  expect(await read("a.txt", text.length)).toEqual(text);
  await expect(read("b.txt", text.length)).rejects.toMatchObject({ problem: "broken" });
});

test("names that lead out of a folder are names and nothing else", async () => {
  const zip = await openZip(blob(zipSync({ "../../a.txt": text, "/etc/b.txt": text })));
  expect([...zip.entries.keys()]).toEqual(["../../a.txt", "/etc/b.txt"]);
});

test("refuses a directory that is larger than a list of files can be", async () => {
  const zip = zipSync({ "a.txt": text });
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.length - 22;
  view.setUint32(end + 12, 25_000_000, true);
  const whole = new Blob([new Uint8Array(26_000_000), zip as Uint8Array<ArrayBuffer>]);
  await expect(openZip(whole)).rejects.toMatchObject({ problem: "tooLarge" });
});

test("reads the 64-bit extension, in which some programs write small ZIPs too", async () => {
  const zip = await openZip(blob(in64Bits(zipSync({ "a.txt": text }))));
  expect(await zip.read("a.txt", text.length)).toEqual(text);
});

/** The same ZIP, whose end says where its directory is in 64 bits. */
function in64Bits(zip: Uint8Array): Uint8Array {
  const end = zip.length - 22;
  const old = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const extended = new DataView(new ArrayBuffer(56 + 20));
  extended.setUint32(0, 0x06064b50, true);
  extended.setBigUint64(4, 44n, true);
  extended.setUint16(12, 45, true);
  extended.setUint16(14, 45, true);
  for (const place of [24, 32]) extended.setBigUint64(place, 1n, true);
  extended.setBigUint64(40, BigInt(old.getUint32(end + 12, true)), true);
  extended.setBigUint64(48, BigInt(old.getUint32(end + 16, true)), true);
  extended.setUint32(56, 0x07064b50, true);
  extended.setBigUint64(64, BigInt(end), true);
  extended.setUint32(72, 1, true);
  const bytes = new Uint8Array(zip.length + 76);
  bytes.set(zip.subarray(0, end));
  bytes.set(new Uint8Array(extended.buffer), end);
  bytes.set(zip.subarray(end), end + 76);
  bytes.fill(0xff, end + 76 + 8, end + 76 + 20);
  return bytes;
}

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
