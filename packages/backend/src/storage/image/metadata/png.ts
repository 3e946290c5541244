import { crc32 } from "node:zlib";

const SIGNATURE_LENGTH = 8;
/** Chunks for pixels, colors and animation. */
const ALLOWED_CHUNKS = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sRGB sBIT bKGD pHYs cICP mDCV cLLI acTL fcTL fdAT".split(
    " ",
  ),
);

/**
 * Returns a PNG without texts, times, camera data and data after its end.
 * @param exif to insert, if any
 */
export function stripPng(file: Buffer, exif?: Buffer): Buffer {
  const parts = [file.subarray(0, SIGNATURE_LENGTH)];
  let at = SIGNATURE_LENGTH;
  while (at + 12 <= file.length) {
    const end = at + 12 + file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    if (ALLOWED_CHUNKS.has(type)) parts.push(file.subarray(at, end));
    if (type === "IHDR" && exif) parts.push(chunk("eXIf", exif));
    at = end;
    if (type === "IEND") break;
  }
  return Buffer.concat(parts);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
