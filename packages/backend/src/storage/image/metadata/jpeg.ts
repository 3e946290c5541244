const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/** Frames, tables, scans and restarts. */
const isPicture = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xdf && marker !== 0xc8) || isAlone(marker);

/**
 * Returns a JPEG's own segments and its color profile: without camera data, comments, thumbnails
 * and pictures after its end.
 * @param exif to insert, if any
 */
export function stripJpeg(file: Buffer, exif?: Buffer): Buffer {
  const parts: Buffer[] = [];
  const profile: Buffer[] = [];
  const seen = new Set<number>();
  let added = !exif;
  let isComplete = false;
  let at = 2;
  parts.push(file.subarray(0, at));
  while (at + 2 <= file.length) {
    // Decoders skip bytes that aren't a marker, and accept any number of FF before one.
    if (file[at] !== 0xff || file[at + 1] === 0xff) {
      at += 1;
      continue;
    }
    const marker = file[at + 1]!;
    isComplete = marker === END;
    if (isComplete || (!isAlone(marker) && at + 4 > file.length)) break;
    const end = isAlone(marker) ? at + 2 : at + 2 + file.readUInt16BE(at + 2);
    const segment = file.subarray(at, end);
    if (!added && marker !== 0xe0) {
      parts.push(exifSegment(exif!));
      added = true;
    }
    if (isPicture(marker)) parts.push(segment);
    else if (isProfile(segment)) {
      profile.push(segment);
      parts.push(segment);
    } else if (!seen.has(marker)) {
      const plain = plainSegment(marker, segment);
      if (plain) {
        seen.add(marker);
        parts.push(plain);
      }
    }
    at = end;
    if (marker === SCAN) {
      const next = endOfScan(file, end);
      parts.push(file.subarray(end, next));
      at = next;
    }
  }
  // A truncated file has no end mark and gets none: it must not look complete.
  if (isComplete) parts.push(file.subarray(at, at + 2));
  const needed = isWhole(profile) ? parts : parts.filter((part) => !profile.includes(part));
  return Buffer.concat(needed);
}

const isAlone = (marker: number) =>
  marker === START || marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Segments that say how to read the pixels, with their lengths; a thumbnail behind them goes. */
const PLAIN: Record<number, { name: string; length: number }> = {
  0xe0: { name: "JFIF\0", length: 18 },
  0xee: { name: "Adobe", length: 16 },
};

/** Returns the segment as decoders need it; undefined if none does. */
function plainSegment(marker: number, segment: Buffer): Buffer | undefined {
  const { name, length } = PLAIN[marker] ?? { name: "", length: Infinity };
  if (segment.length < length || !startsWith(segment, name)) return undefined;
  const plain = Buffer.from(segment.subarray(0, length));
  plain.writeUInt16BE(length - 2, 2);
  // The thumbnail's width and height.
  if (marker === 0xe0) plain.fill(0, 16);
  return plain;
}

const startsWith = (segment: Buffer, name: string) =>
  segment.toString("latin1", 4, 4 + name.length) === name;

const COLOR_PROFILE = 0xe2;
const PROFILE_NAME = "ICC_PROFILE\0";
const isProfile = (segment: Buffer) =>
  segment[1] === COLOR_PROFILE &&
  startsWith(segment, PROFILE_NAME) &&
  segment.length > PROFILE_PIECE + 2;

/** Where a segment says which piece of the profile it is, and of how many. */
const PROFILE_PIECE = 4 + PROFILE_NAME.length;

/** Returns true if the pieces of a color profile are there, each once. Of others, no decoder reads any. */
function isWhole(profile: Buffer[]): boolean {
  const numbers = new Set(profile.map((segment) => segment[PROFILE_PIECE]!));
  return (
    numbers.size === profile.length &&
    profile.every((segment) => segment[PROFILE_PIECE + 1] === profile.length) &&
    Math.max(...numbers) === profile.length
  );
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
