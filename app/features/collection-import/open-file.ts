import { unzipSync } from "fflate";

import { FileError, readTable, type Table } from "../../domain/exchange/read-table.ts";
import { MEMBER_LIMITS } from "../../domain/exchange/read-table.ts";

/** A ZIP with photos is larger than a list; it is held in memory. */
const MAX_ZIP_BYTES = 300_000_000;
const MANIFEST = "manifest.json";

/**
 * Reads the list of a file: CSV, JSON, or the manifest of an exported ZIP.
 * @throws FileError if it can't be read
 */
export async function openFile(file: Blob): Promise<Table> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (!isZip(start)) {
    if (file.size > MEMBER_LIMITS.bytes) throw new FileError("tooLarge");
    return readTable(new Uint8Array(await file.arrayBuffer()));
  }
  if (file.size > MAX_ZIP_BYTES) throw new FileError("tooLarge");
  return readTable(manifestOf(new Uint8Array(await file.arrayBuffer())));
}

/** Only the manifest is unpacked, and only if it says that it is small; fflate writes no more than that. */
function manifestOf(bytes: Uint8Array): Uint8Array {
  let names = "";
  let tooLarge = false;
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        names += `${name}\n`;
        if (name !== MANIFEST) return false;
        tooLarge ||= originalSize > MEMBER_LIMITS.bytes;
        return originalSize <= MEMBER_LIMITS.bytes;
      },
    });
    if (files[MANIFEST]) return files[MANIFEST];
  } catch (error) {
    console.error("ZIP not read", error);
    throw new FileError("zip");
  }
  if (tooLarge) throw new FileError("tooLarge");
  throw new FileError(/^(xl\/|content\.xml)/m.test(names) ? "spreadsheet" : "zip");
}

function isZip(start: Uint8Array): boolean {
  return start[0] === 0x50 && start[1] === 0x4b && start[2] === 0x03 && start[3] === 0x04;
}
