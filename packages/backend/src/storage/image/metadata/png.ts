import { createInflate, crc32, deflateSync } from "node:zlib";

import { unsupportedType } from "../../errors.ts";

const SIGNATURE_LENGTH = 8;

/**
 * Chunks for pixels and colors, with their greatest lengths. Each but the pixels is there once. An
 * animation's are not among them: it becomes its still picture.
 */
const LENGTHS: Record<string, number> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Infinity,
  tRNS: 256,
  cHRM: 32,
  gAMA: 4,
  iCCP: Infinity,
  sRGB: 1,
  sBIT: 4,
  bKGD: 6,
  pHYs: 9,
  cICP: 4,
  mDCV: 24,
  cLLI: 8,
};

/** A profile is at most a megabyte in print, and some kilobytes on screens. */
const MAX_PROFILE = 4 * 1024 * 1024;

interface Chunk {
  type: string;
  content: Buffer;
  whole: Buffer;
}

/**
 * Returns a PNG without texts, times, camera data, frames after the first, and data after its end or
 * its pixels' end.
 * @param exif to insert, if any
 * @throws {StorageError} if it has more pixels than it says
 */
export async function stripPng(file: Buffer, exif?: Buffer): Promise<Buffer> {
  const chunks = chunksOf(file);
  const pixels = chunks.filter(({ type }) => type === "IDAT");
  const parts = [file.subarray(0, SIGNATURE_LENGTH)];
  for (const { type, content, whole } of chunks) {
    if (type === "IDAT") {
      if (content === pixels[0]?.content) parts.push(...(await onlyPixels(chunks[0], pixels)));
    } else if (type === "iCCP") {
      parts.push(await plainProfile(content));
    } else parts.push(whole);
    if (type === "IHDR" && exif) parts.push(chunk("eXIf", exif));
  }
  return Buffer.concat([...parts, chunk("IEND", Buffer.alloc(0))]);
}

function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  const seen = new Set<string>();
  let at = SIGNATURE_LENGTH;
  while (at + 12 <= file.length) {
    const length = file.readUInt32BE(at);
    const end = at + 12 + length;
    const type = file.toString("latin1", at + 4, at + 8);
    if (type === "IEND") break;
    if (length <= (LENGTHS[type] ?? -1) && (type === "IDAT" || !seen.has(type))) {
      const content = file.subarray(at + 8, end - 4);
      chunks.push({ type, content, whole: file.subarray(at, end) });
      seen.add(type);
    }
    at = end;
  }
  return chunks;
}

/** Returns the chunks of pixels without what follows the end of their compressed stream. */
async function onlyPixels(header: Chunk | undefined, pixels: Chunk[]): Promise<Buffer[]> {
  const stream = Buffer.concat(pixels.map(({ content }) => content));
  const { read, written } = await inflated(stream);
  if (header?.type !== "IHDR" || written > bytesOfPixels(header.content)) {
    throw unsupportedType("The image holds more than its pixels");
  }
  return read === stream.length
    ? pixels.map(({ whole }) => whole)
    : [chunk("IDAT", stream.subarray(0, read))];
}

/** Columns and rows of the seven passes of an interlaced image: first, and step. */
const PASSES = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;

/** Channels by type of color. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function bytesOfPixels(header: Buffer): number {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bits = header[8]! * (CHANNELS[header[9]!] ?? 0);
  const passes = header[12] === 1 ? PASSES : ([[0, 1, 0, 1]] as const);
  let bytes = 0;
  for (const [left, across, top, down] of passes) {
    const columns = Math.ceil((width - left) / across);
    const rows = Math.ceil((height - top) / down);
    // Each row begins with the number of its filter.
    if (columns > 0 && rows > 0) bytes += rows * (1 + Math.ceil((columns * bits) / 8));
  }
  return bytes;
}

/** How many bytes of a compressed stream are read, and how many come out, which are not kept. */
function inflated(stream: Buffer): Promise<{ read: number; written: number }> {
  return new Promise((resolve, reject) => {
    const inflate = createInflate({ chunkSize: 256 * 1024 });
    let written = 0;
    inflate.on("data", (part: Buffer) => (written += part.length));
    inflate.on("error", () => reject(unsupportedType("The image is damaged or incomplete")));
    inflate.on("end", () => resolve({ read: inflate.bytesWritten, written }));
    inflate.end(stream);
  });
}

/** Returns the color profile, without the name by which its author calls it. */
async function plainProfile(content: Buffer): Promise<Buffer> {
  const name = content.indexOf(0) + 1;
  const inflate = createInflate();
  const parts: Buffer[] = [];
  let size = 0;
  try {
    inflate.end(content.subarray(name + 1));
    for await (const part of inflate as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MAX_PROFILE) return Buffer.alloc(0);
      parts.push(part);
    }
  } catch {
    // No decoder reads it either.
    return Buffer.alloc(0);
  }
  return chunk("iCCP", Buffer.concat([PROFILE_HEAD, deflateSync(Buffer.concat(parts))]));
}

/** A name, its end, and the number of the compression. */
const PROFILE_HEAD = Buffer.from("icc\0\0", "latin1");

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
