import { unsupportedType } from "../../errors.ts";

/** A part of an ISO media file: size, type, content. */
export interface Box {
  type: string;
  start: number;
  /** Where its content begins. */
  content: number;
  end: number;
}

/** Far more than a picture has; what reads them takes time with their number. */
const MAX_BOXES = 1000;

export const unreadable = () => unsupportedType("The image's parts can't be read");

/**
 * Returns the boxes of a part of a file.
 * @throws {StorageError} unless they fill it
 */
export function boxesIn(file: Buffer, start: number, end: number): Box[] {
  const { boxes, rest } = leadingBoxes(file, start, end);
  if (rest !== end) throw unreadable();
  return boxes;
}

/** Returns the boxes of a part of a file, and where what is none begins. */
export function leadingBoxes(
  file: Buffer,
  start: number,
  end: number,
): { boxes: Box[]; rest: number } {
  const boxes: Box[] = [];
  let rest = start;
  while (rest < end) {
    const box = boxAt(file, rest, end);
    if (!box) break;
    if (boxes.length === MAX_BOXES) throw unreadable();
    boxes.push(box);
    rest = box.end;
  }
  return { boxes, rest };
}

function boxAt(file: Buffer, start: number, end: number): Box | undefined {
  if (start + 8 > end) return undefined;
  const type = file.toString("latin1", start + 4, start + 8);
  let content = start + 8;
  let size = file.readUInt32BE(start);
  if (size === 1) {
    content += 8;
    if (content > end) return undefined;
    size = Number(file.readBigUInt64BE(start + 8));
  } else if (size === 0) {
    // To the end of the file.
    size = end - start;
  }
  if (size < content - start || start + size > end) return undefined;
  return { type, start, content, end: start + size };
}

/** Makes a box one of no meaning and no content, of the same length. */
export function blankBox(file: Buffer, { start, content, end }: Box): void {
  file.write("free", start + 4, "latin1");
  file.fill(0, content, end);
}

/** Reads numbers one after the other, up to the end of a box. */
export class Reader {
  readonly #file: Buffer;
  readonly #end: number;
  at: number;

  constructor(file: Buffer, { content, end }: Pick<Box, "content" | "end">) {
    this.#file = file;
    this.#end = end;
    this.at = content;
  }

  /** @param size in bytes: 0, 1, 2, 4 or 8; nothing is 0 */
  number(size: number): number {
    const from = this.at;
    this.at += size;
    if (this.at > this.#end) throw unreadable();
    if (size === 0) return 0;
    if (size === 8) return Number(this.#file.readBigUInt64BE(from));
    if (size !== 1 && size !== 2 && size !== 4) throw unreadable();
    return this.#file.readUIntBE(from, size);
  }

  text(size: number): string {
    this.at += size;
    if (this.at > this.#end) throw unreadable();
    return this.#file.toString("latin1", this.at - size, this.at);
  }

  /** The version of a box, and its flags. */
  version(): { version: number; flags: number } {
    const word = this.number(4);
    return { version: word >>> 24, flags: word & 0xffffff };
  }

  /** Blanks what is left: nothing that was read needs it. */
  blankRest(): void {
    this.#file.fill(0, this.at, this.#end);
  }
}
