const HEAD_LENGTH = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const CONTROL = 0xf9;
const APPLICATION = 0xff;
const TEXT_ON_IMAGE = 0x01;
/** Application blocks that stay: an animation's loop count and the color profile. */
const APPLICATIONS = /^(NETSCAPE2\.0|ANIMEXTS1\.0|ICCRGBG1012)/;

/** Returns a GIF without comments, descriptions and data after its end. */
export function stripGif(file: Buffer): Buffer {
  let at = HEAD_LENGTH + colorTable(file[10] ?? 0);
  const parts = [file.subarray(0, at)];
  while (at < file.length) {
    const kind = file[at];
    let end: number;
    if (kind === EXTENSION) end = endOfBlocks(file, at + 2);
    else if (kind === IMAGE) end = endOfBlocks(file, at + 11 + colorTable(file[at + 9] ?? 0));
    else break;
    if (kind === IMAGE || isAllowed(file, at)) parts.push(file.subarray(at, end));
    at = end;
  }
  // The end mark, if present.
  parts.push(file.subarray(at, at + 1));
  return Buffer.concat(parts);
}

const colorTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function endOfBlocks(file: Buffer, from: number): number {
  let at = from;
  while (at < file.length && file[at] !== 0) at += 1 + file[at]!;
  return at + 1;
}

function isAllowed(file: Buffer, at: number): boolean {
  const label = file[at + 1];
  if (label === APPLICATION) return APPLICATIONS.test(file.toString("latin1", at + 3, at + 14));
  return label === CONTROL || label === TEXT_ON_IMAGE;
}
