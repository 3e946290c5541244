import {
  type FileEntry,
  WARNING_TRAILING_CENTRAL_DIRECTORY_DATA,
  ZipReader,
} from "@zip.js/zip.js/lib/zip-core-reader.js";

import { type Zip, ZipError } from "./zip.ts";

const MAX_ENTRIES = 65_534;
const MAX_DIRECTORY_BYTES = 20_000_000;
const STORED = 0;
const DEFLATED = 8;

/**
 * Reads the directory of a ZIP. Files are read when they are asked for, so that a ZIP may be larger than the memory.
 * @throws {ZipError} if the file is no ZIP
 */
export async function openZip(file: Blob): Promise<Zip> {
  const files = await orBroken(() => listFiles(file));
  const entries = new Map(
    [...files].map(([name, entry]) => [name, { size: entry.uncompressedSize, crc: entry.crc32! }]),
  );
  return {
    entries,
    read: (name, maxBytes) => orBroken(() => readFile(files.get(name), maxBytes)),
  };
}

async function listFiles(file: Blob): Promise<Map<string, FileEntry>> {
  const zip = new ZipReader(sourceOf(file), {
    // Names are only compared, never written to a disk.
    filenameValidation: "tolerant",
    // One photo at a time is unpacked: a worker would be more to load than it spares.
    useWebWorkers: false,
    checkCrc32: true,
    checkOverlappingEntry: true,
  });
  const files = new Map<string, FileEntry>();
  const names = new Set<string>();
  let announced = 0;
  const onprogress = (_: number, total: number) => void (announced = total);
  for await (const entry of zip.getEntriesGenerator({ onprogress })) {
    if (announced > MAX_ENTRIES) throw new ZipError("tooLarge", "too many files");
    const { filename } = entry;
    // Two files of one name: which of them another program shows is unknown.
    if (names.has(filename)) throw new ZipError("broken", "a name occurs twice");
    names.add(filename);
    const isReadable = !entry.encrypted && [STORED, DEFLATED].includes(entry.compressionMethod);
    if (isReadable && !entry.directory) files.set(filename, entry);
  }
  const isTorn = zip.warnings?.some(
    ({ reason }) => reason === WARNING_TRAILING_CENTRAL_DIRECTORY_DATA,
  );
  if (isTorn) throw new ZipError("broken", "its directory ends early");
  return files;
}

/** Parts of a file. The library takes the whole directory into memory, however long a file says that it is. */
function sourceOf(file: Blob) {
  const slice = (from: number, length: number) => file.slice(from, from + length);
  return {
    size: file.size,
    async readUint8Array(from: number, length: number) {
      if (length > MAX_DIRECTORY_BYTES) throw new ZipError("tooLarge", "too many files");
      return new Uint8Array(await slice(from, length).arrayBuffer());
    },
    createReadable: ({ offset = 0, size = file.size }: { offset?: number; size?: number } = {}) =>
      slice(offset, size).stream(),
    get readable() {
      return file.stream();
    },
  };
}

async function readFile(
  entry: FileEntry | undefined,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!entry) throw new ZipError("broken", "a file is missing");
  const { uncompressedSize, compressedSize } = entry;
  if (uncompressedSize > maxBytes || compressedSize > maxBytes) {
    throw new ZipError("tooLarge", "a file");
  }
  return new Uint8Array(await entry.arrayBuffer());
}

/** Whatever the library has against a file, it is broken. */
async function orBroken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError("broken", String(error));
  }
}
