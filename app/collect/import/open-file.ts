import { FileError } from "../../shared/domain/import/file-error.ts";
import type { TableForm } from "../../shared/domain/import/read-csv.ts";
import type { Limits } from "../../shared/domain/import/read-table.ts";
import { isZip, openWorkbook, type Workbook } from "../../shared/import/read-workbook.ts";
import { withNamedPhotos } from "../domain/exchange/named-photos.ts";
import { isHeading } from "../domain/exchange/columns.ts";
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
  /** A ZIP with the photos that its list names. */
  zip?: Zip;
  /** Reads a list in another way. */
  reread?: (form: TableForm) => CollectionTable;
  /** A workbook, of which one sheet is read; `ofSheet` reads another. */
  book?: Workbook<CollectionTable>;
  ofSheet?: (sheet: number) => OpenedFile;
  /** True for the only list of somebody else's ZIP that names no photos: nothing else of it is read. */
  isUnpacked?: true;
}

/**
 * Reads the list of a file: CSV, JSON, a workbook, the manifest of an exported ZIP, or the only list of another one.
 * @throws FileError if it can't be read
 */
export async function openFile(file: File): Promise<OpenedFile> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (isZip(head)) return openZipFile(file);
  const limits = isOwnExport(head) ? OWN_LIMITS : MEMBER_LIMITS;
  if (file.size > limits.bytes) throw new FileError("tooLarge");
  return opened(file.name, new Uint8Array(await file.arrayBuffer()), limits);
}

function opened(name: string, bytes: Uint8Array, limits: Limits): OpenedFile {
  const reread = (form?: TableForm) => readCollection(bytes, limits, form);
  return { name, table: reread(), reread };
}

/** A ZIP that was exported here. */
export async function openCollectionZip(file: File): Promise<OpenedFile & { zip: Zip }> {
  const { zip, ...found } = await openZipFile(file);
  if (!zip) throw new FileError("zip");
  return { ...found, zip };
}

async function openZipFile(file: File): Promise<OpenedFile> {
  if (file.size > MAX_ZIP_BYTES) throw new FileError("zipTooLarge");
  try {
    // Most lists are no ZIP: its reader is fetched when it is needed.
    const { openZip } = await import("./open-zip.ts");
    const zip = await openZip(file);
    if (zip.entries.has(MANIFEST)) {
      const manifest = await zip.read(MANIFEST, OWN_LIMITS.bytes);
      return { name: file.name, zip, table: readCollection(manifest, OWN_LIMITS) };
    }
    if (isWorkbook(zip)) return await openSheets(file.name, file);
    const [only, ...others] = [...zip.entries.keys()].filter(isList);
    if (only === undefined || others.length > 0) throw new FileError("zip");
    const bytes = await zip.read(only, MEMBER_LIMITS.bytes);
    const named = (list: CollectionTable) => withNamedPhotos(list, zip.entries.keys()) ?? list;
    const inZip = (found: OpenedFile): OpenedFile =>
      found.table.photoColumns ? { ...found, zip } : { ...found, isUnpacked: true };
    if (SHEETS.test(only)) return await openSheets(file.name, new Blob([bytes]), named, inZip);
    const reread = (form?: TableForm) => named(readCollection(bytes, MEMBER_LIMITS, form));
    return inZip({ name: file.name, table: reread(), reread });
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    console.error("ZIP not read", error);
    throw new FileError(error.problem === "tooLarge" ? "zipTooLarge" : "zip");
  }
}

const SHEETS = /\.(xlsx|ods)$/i;

/** True for a list in a ZIP; what macOS adds to each file is none, nor what Excel keeps beside an open one. */
const isList = (name: string) =>
  (/\.(csv|tsv|json)$/i.test(name) || SHEETS.test(name)) &&
  !/(^|\/)(__MACOSX\/|\._|~\$)/.test(name);

const isWorkbook = ({ entries }: Zip) =>
  entries.has("xl/workbook.xml") || entries.has("content.xml");

/**
 * Reads a workbook; in a ZIP its lists may name photos of it.
 * @param inZip adds what is around the workbook
 */
async function openSheets(
  name: string,
  file: Blob,
  named = (list: CollectionTable) => list,
  inZip = (found: OpenedFile) => found,
): Promise<OpenedFile> {
  if (file.size > MEMBER_LIMITS.bytes) throw new FileError("tooLarge");
  const read = (bytes: Uint8Array, form: Partial<TableForm>) =>
    named(readCollection(bytes, MEMBER_LIMITS, form));
  const of = (book: Workbook<CollectionTable>): OpenedFile => {
    const { table, reread } = book;
    return inZip({ name, table, reread, book, ofSheet: (sheet) => of(book.choose(sheet)) });
  };
  return of(await openWorkbook(file, MEMBER_LIMITS.rows, read, isHeading));
}
