import { Inflate } from "fflate";

import { crc32 } from "./crc32.ts";

/** A ZIP that can't be read, or that is larger than allowed. */
export class ZipError extends Error {
  override name = "ZipError";
  readonly problem: "broken" | "tooLarge";

  constructor(problem: ZipError["problem"], detail: string) {
    super(`ZIP ${problem}: ${detail}`);
    this.problem = problem;
  }
}

interface ZipEntry {
  /** Bytes of the unpacked file, as its directory says; no more are unpacked. */
  size: number;
  crc: number;
  packedSize: number;
  isPacked: boolean;
  offset: number;
}

/** A ZIP of which only the directory is in memory. */
export interface Zip {
  entries: ReadonlyMap<string, ZipEntry>;
  /** @throws {ZipError} if the entry is missing, broken or larger than `maxBytes` */
  read(name: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>>;
}

const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const LISTED = 0x02014b50;
const LISTED_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const IS_ENCRYPTED = 1;
/** What the format without its 64-bit extension holds; 65,535 announces the extension. */
const MAX_ENTRIES = 65_534;
const MAX_DIRECTORY_BYTES = 20_000_000;
/** Deflate makes at most 1032 bytes of one. */
const INFLATED_AT_ONCE = 4096;

/**
 * Reads the directory of a ZIP. Files are read when they are asked for, so that a ZIP may be larger than the memory.
 * @throws {ZipError} if the file is no ZIP
 */
export async function openZip(file: Blob): Promise<Zip> {
  const { count, size, offset } = await readEnd(file);
  const directory = await slice(file, offset, size);
  const entries = listed(directory, count);
  return { entries, read: (name, maxBytes) => readEntry(file, entries.get(name), maxBytes) };
}

async function slice(file: Blob, from: number, size: number): Promise<DataView<ArrayBuffer>> {
  if (from < 0 || from + size > file.size) throw new ZipError("broken", "a part is missing");
  return new DataView(await file.slice(from, from + size).arrayBuffer());
}

async function readEnd(file: Blob) {
  const length = Math.min(file.size, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await slice(file, file.size - length, length);
  for (let at = length - END_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END) continue;
    const count = tail.getUint16(at + 10, true);
    const size = tail.getUint32(at + 12, true);
    if (count > MAX_ENTRIES || size > MAX_DIRECTORY_BYTES) {
      throw new ZipError("tooLarge", "too many files");
    }
    return { count, size, offset: tail.getUint32(at + 16, true) };
  }
  throw new ZipError("broken", "no directory");
}

function listed(view: DataView<ArrayBuffer>, count: number): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let n = 0; n < count; n++) {
    if (at + LISTED_BYTES > view.byteLength || view.getUint32(at, true) !== LISTED) {
      throw new ZipError("broken", "its directory ends early");
    }
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    const nameBytes = view.getUint16(at + 28, true);
    const end = at + LISTED_BYTES + nameBytes;
    if (end > view.byteLength) throw new ZipError("broken", "its directory ends early");
    const name = new TextDecoder().decode(view.buffer.slice(at + LISTED_BYTES, end));
    // Two files of one name: which of them another program shows is unknown.
    if (entries.has(name)) throw new ZipError("broken", "a name occurs twice");
    const isReadable = !(flags & IS_ENCRYPTED) && [STORED, DEFLATED].includes(method);
    if (isReadable) {
      entries.set(name, {
        crc: view.getUint32(at + 16, true),
        packedSize: view.getUint32(at + 20, true),
        size: view.getUint32(at + 24, true),
        isPacked: method === DEFLATED,
        offset: view.getUint32(at + 42, true),
      });
    }
    at = end + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

async function readEntry(
  file: Blob,
  entry: ZipEntry | undefined,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!entry) throw new ZipError("broken", "a file is missing");
  const { offset, packedSize, size, crc, isPacked } = entry;
  if (size > maxBytes || packedSize > maxBytes) throw new ZipError("tooLarge", "a file");
  const local = await slice(file, offset, LOCAL_BYTES);
  if (local.getUint32(0, true) !== LOCAL) throw new ZipError("broken", "a file is elsewhere");
  const start = offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
  const packed = new Uint8Array((await slice(file, start, packedSize)).buffer);
  const content = isPacked ? inflated(packed, size) : packed;
  if (content.length !== size || crc32(content) !== crc) {
    throw new ZipError("broken", "a file is not what its directory says");
  }
  return content;
}

/** Unpacks no more than was announced: a bomb that lies about its size ends there. */
function inflated(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(size);
  let length = 0;
  const inflate = new Inflate((part) => {
    if (length + part.length > size) throw new ZipError("broken", "a file is larger than it says");
    content.set(part, length);
    length += part.length;
  });
  try {
    for (let from = 0; from < packed.length; from += INFLATED_AT_ONCE) {
      const to = from + INFLATED_AT_ONCE;
      inflate.push(packed.subarray(from, to), to >= packed.length);
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError("broken", String(error));
  }
  return content.subarray(0, length);
}
