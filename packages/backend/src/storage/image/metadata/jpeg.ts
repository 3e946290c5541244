const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const COMMENT = 0xfe;

/**
 * Returns a JPEG's own segments and its color profile: without camera data, comments, thumbnails
 * and pictures after its end.
 * @param exif to insert, if any
 */
export function stripJpeg(file: Buffer, exif?: Buffer): Buffer {
  const parts: Buffer[] = [];
  let added = !exif;
  let at = 2;
  parts.push(file.subarray(0, at));
  while (at + 4 <= file.length) {
    // Decoders skip bytes that aren't a marker, and accept any number of FF before one.
    if (file[at] !== 0xff || file[at + 1] === 0xff) {
      at += 1;
      continue;
    }
    const marker = file[at + 1]!;
    if (marker === END) break;
    const end = isAlone(marker) ? at + 2 : at + 2 + file.readUInt16BE(at + 2);
    const segment = file.subarray(at, end);
    if (!added && marker !== 0xe0) {
      parts.push(exifSegment(exif!));
      added = true;
    }
    if (isAllowed(marker, segment)) parts.push(segment);
    at = end;
    if (marker === SCAN) {
      const next = endOfScan(file, end);
      parts.push(file.subarray(end, next));
      at = next;
    }
  }
  // A truncated file has no end mark and gets none: it must not look complete.
  parts.push(file.subarray(at, at + 2));
  return Buffer.concat(parts);
}

const isAlone = (marker: number) =>
  marker === START || marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7);

function isAllowed(marker: number, segment: Buffer): boolean {
  const starts = (name: string) => segment.subarray(4).toString("latin1", 0, 12).startsWith(name);
  if (marker === 0xe0) return starts("JFIF\0");
  if (marker === 0xe2) return starts("ICC_PROFILE\0");
  if (marker === 0xee) return starts("Adobe");
  return marker !== COMMENT && (marker < 0xe0 || marker > 0xef);
}

/** Returns the end of compressed pixels, where FF occurs only before a zero or a restart marker. */
function endOfScan(file: Buffer, from: number): number {
  let at = file.indexOf(0xff, from);
  while (at >= 0 && at + 1 < file.length) {
    const next = file[at + 1]!;
    const inside = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!inside) return at;
    at = file.indexOf(0xff, at + 1);
  }
  return file.length;
}

function exifSegment(exif: Buffer): Buffer {
  const head = Buffer.from("\xff\xe1\0\0Exif\0\0", "latin1");
  head.writeUInt16BE(head.length - 2 + exif.length, 2);
  return Buffer.concat([head, exif]);
}
