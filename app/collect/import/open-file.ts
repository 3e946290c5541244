import { FileError } from "../../shared/domain/import/read-table.ts";
import { type Zip, ZipError } from "./zip.ts";
import {
  type CollectionTable,
  HEAD_BYTES,
  isOwnExport,
  MEMBER_LIMITS,
  OWN_LIMITS,
  readCollection,
} from "../domain/exchange/collection-table.ts";

/** With its photos, which are read one by one. */
const MAX_ZIP_BYTES = 2_000_000_000;
const MANIFEST = "manifest.json";

export interface OpenedFile {
  name: string;
  table: CollectionTable;
  /** An exported ZIP, with its photos. */
  zip?: Zip;
}

/**
 * Reads the list of a file: CSV, JSON, or the manifest of an exported ZIP.
 * @throws FileError if it can't be read
 */
export async function openFile(file: File): Promise<OpenedFile> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (isZip(head)) return openCollectionZip(file);
  const limits = isOwnExport(head) ? OWN_LIMITS : MEMBER_LIMITS;
  if (file.size > limits.bytes) throw new FileError("tooLarge");
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { name: file.name, table: readCollection(bytes, limits) };
}

/** A ZIP that was exported here. */
export async function openCollectionZip(file: File): Promise<Required<OpenedFile>> {
  if (file.size > MAX_ZIP_BYTES) throw new FileError("zipTooLarge");
  try {
    // Most lists are no ZIP: its reader is fetched when it is needed.
    const { openZip } = await import("./open-zip.ts");
    const zip = await openZip(file);
    if (!zip.entries.has(MANIFEST)) throw new FileError(isWorkbook(zip) ? "spreadsheet" : "zip");
    const manifest = await zip.read(MANIFEST, OWN_LIMITS.bytes);
    return { name: file.name, zip, table: readCollection(manifest, OWN_LIMITS) };
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    console.error("ZIP not read", error);
    throw new FileError(error.problem === "tooLarge" ? "zipTooLarge" : "zip");
  }
}

function isWorkbook({ entries }: Zip): boolean {
  return [...entries.keys()].some((name) => name.startsWith("xl/") || name === "content.xml");
}

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}
