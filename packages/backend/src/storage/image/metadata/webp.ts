const HEAD_LENGTH = 12;
const ALLOWED_CHUNKS = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]);
const HAS_XMP = 0x04;
const HAS_EXIF = 0x08;

/**
 * Returns a WebP without camera data, descriptions and unknown chunks.
 * @param exif to insert, if any
 */
export function stripWebp(file: Buffer, exif?: Buffer): Buffer {
  const whole = HEAD_LENGTH - 4 + file.readUInt32LE(4);
  // Truncated: unchanged, because the decoder refuses it.
  if (whole > file.length + 1) return file;
  const parts: Buffer[] = [Buffer.from(file.subarray(0, HEAD_LENGTH))];
  let extended = false;
  for (let at = HEAD_LENGTH; at + 8 <= Math.min(whole, file.length);) {
    const size = file.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    const type = file.toString("latin1", at, at + 4);
    if (ALLOWED_CHUNKS.has(type)) {
      const part = Buffer.from(file.subarray(at, end));
      if (type === "VP8X" && part.length > 8) {
        part[8] = (part[8]! & ~(HAS_XMP | HAS_EXIF)) | (exif ? HAS_EXIF : 0);
        extended = true;
      }
      parts.push(part);
    }
    at = end;
  }
  // Only the extended format can contain an orientation, so a file with one has that format.
  if (exif && extended) parts.push(exifChunk(exif));
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  parts[0]!.writeUInt32LE(size - 8, 4);
  return Buffer.concat(parts);
}

function exifChunk(exif: Buffer): Buffer {
  const head = Buffer.from("EXIF\0\0\0\0", "latin1");
  head.writeUInt32LE(exif.length, 4);
  return Buffer.concat([head, exif]);
}
