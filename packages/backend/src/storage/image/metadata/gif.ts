import { endOfCodes } from "./gif-codes.ts";

const HEAD_LENGTH = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const IMAGE_HEAD = 10;
const END = 0x3b;
const CONTROL = 0xf9;
const APPLICATION = 0xff;
/** Times and transparency of a frame, and how often an animation is repeated, have fixed lengths. */
const CONTROL_LENGTH = 8;
const LOOP_LENGTH = 19;
const LOOP = /^(NETSCAPE2\.0|ANIMEXTS1\.0)\x03\x01/;

/** Returns a GIF without comments, texts, descriptions and data after its pixels or its end. */
export function stripGif(file: Buffer): Buffer {
  let at = HEAD_LENGTH + colorTable(file[10] ?? 0);
  const parts = [file.subarray(0, at)];
  while (at < file.length) {
    const kind = file[at];
    if (kind === EXTENSION) {
      const end = endOfBlocks(file, at + 2);
      if (isAllowed(file.subarray(at, end))) parts.push(file.subarray(at, end));
      at = end;
    } else if (kind === IMAGE) {
      const pixels = at + IMAGE_HEAD + colorTable(file[at + IMAGE_HEAD - 1] ?? 0);
      const end = endOfBlocks(file, pixels + 1);
      parts.push(file.subarray(at, pixels + 1), onlyPixels(file, at, pixels, end));
      at = end;
    } else break;
  }
  // A truncated file has no end mark and gets none: it must not look complete.
  if (file[at] === END) parts.push(file.subarray(at, at + 1));
  return Buffer.concat(parts);
}

const colorTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function endOfBlocks(file: Buffer, from: number): number {
  let at = from;
  while (at < file.length && file[at] !== 0) at += 1 + file[at]!;
  return at + 1;
}

function isAllowed(extension: Buffer): boolean {
  if (extension[1] === CONTROL) return extension.length === CONTROL_LENGTH;
  return (
    extension[1] === APPLICATION &&
    extension.length === LOOP_LENGTH &&
    LOOP.test(extension.toString("latin1", 3))
  );
}

/** Returns the blocks of a frame's codes without what follows the last code. */
function onlyPixels(file: Buffer, image: number, pixels: number, end: number): Buffer {
  const blocks: Buffer[] = [];
  for (let at = pixels + 1; at < end - 1; at += 1 + file[at]!) {
    blocks.push(file.subarray(at + 1, Math.min(at + 1 + file[at]!, end - 1)));
  }
  const codes = Buffer.concat(blocks);
  const count = file.readUInt16LE(image + 5) * file.readUInt16LE(image + 7);
  const length = endOfCodes(codes, file[pixels]!, count);
  if (length >= codes.length) return file.subarray(pixels + 1, end);
  const parts: Buffer[] = [];
  for (let at = 0; at < length; at += 255) {
    const block = codes.subarray(at, Math.min(at + 255, length));
    parts.push(Buffer.from([block.length]), block);
  }
  return Buffer.concat([...parts, Buffer.from([0])]);
}
