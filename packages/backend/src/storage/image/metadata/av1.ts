import { unreadable } from "./boxes.ts";

const SEQUENCE_HEADER = 1;
const METADATA = 5;
/** Sequence header, frame header, tiles, frame, repeated frame header. */
const PICTURE = new Set([SEQUENCE_HEADER, 3, 4, 6, 7]);
/** Far more than a header of this kind needs; what follows it in its unit is read by nobody. */
const LONGEST_SEQUENCE_HEADER = 128;
/** Brightness of the content and of the screen it was made on: a type, numbers, and an end mark. */
const BRIGHTNESS: Record<number, number> = { 1: 1 + 4 + 1, 2: 1 + 24 + 1 };

/**
 * Blanks in an AV1 stream what is no picture: texts of cameras and editors, padding, units of no known
 * kind.
 * @throws {StorageError} if its units don't fill it
 */
export function blankAv1(stream: Buffer): void {
  let at = 0;
  while (at < stream.length) {
    const head = stream[at]!;
    const kind = (head >> 3) & 15;
    let content = at + (head & 4 ? 2 : 1);
    let size = stream.length - content;
    if (head & 2) ({ size, next: content } = lengthAt(stream, content));
    const end = content + size;
    // The first bit is always 0.
    if (head & 0x80 || size < 0 || end > stream.length) throw unreadable();
    if (kind === SEQUENCE_HEADER && size > LONGEST_SEQUENCE_HEADER) throw unreadable();
    const isNeeded =
      PICTURE.has(kind) || (kind === METADATA && size === BRIGHTNESS[stream[content] ?? 0]);
    if (!isNeeded) {
      stream.fill(0, content, end);
      // The bit that ends a unit. Without it, decoders call padding damaged.
      if (size > 0) stream[end - 1] = 0x80;
    }
    at = end;
  }
}

/** A number of seven bits a byte, the lowest first. */
function lengthAt(stream: Buffer, from: number): { size: number; next: number } {
  let size = 0;
  for (let read = 0; read < 8; read++) {
    const byte = stream[from + read];
    if (byte === undefined) break;
    size += (byte & 0x7f) * 2 ** (7 * read);
    if (!(byte & 0x80)) return { size, next: from + read + 1 };
  }
  throw unreadable();
}
