import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

import { imageTooSmall, invalidMimeType, unsupportedType } from "../errors.ts";
import { drawAnew } from "./draw-anew.ts";
import { imageType, normalType, SIGNATURE_LENGTH } from "./kind.ts";
import { openImage } from "./sharp.ts";

/** Runs work on an image when it is its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** What a bucket asks of its images. */
export interface ImageRules {
  /** Of the shorter side, in pixels; 0: any. */
  leastSide: number;
  /** True if it holds nothing but pictures, and each is drawn anew. */
  drawsAnew: boolean;
}

/**
 * Refuses a file that claims to be an image and isn't valid: another format, damaged, truncated,
 * too many pixels or too few, or with another document inside.
 * @returns the image drawn anew where the bucket's rules say so; undefined: as it came
 * @throws {StorageError}
 */
export async function inspectImage(
  path: string,
  mimetype: string,
  { leastSide, drawsAnew }: ImageRules,
  inTurn: InTurn,
): Promise<Buffer | undefined> {
  const claimed = normalType(mimetype);
  const actual = imageType(await startOf(path));
  if (!claimed.startsWith("image/")) {
    if (drawsAnew) throw invalidMimeType(mimetype);
    if (actual && leastSide > 0) await inTurn(() => inspectUndeclared(path, leastSide));
    return undefined;
  }
  if (!actual) throw unsupportedType(`The file is not ${claimed} as declared`);
  if (actual !== claimed)
    throw unsupportedType(`The file is ${actual}, not ${claimed} as declared`);
  return inTurn(async () => {
    await assertSize(path, leastSide);
    if (await carriesDocument(path)) {
      throw unsupportedType("The image carries another document in it");
    }
    if (drawsAnew) return drawAnew(path, actual);
    await decode(path);
    return undefined;
  });
}

/** A file that only begins like an image is stored all the same: nobody said that it is one. */
async function inspectUndeclared(path: string, leastSide: number): Promise<void> {
  const isImage = await decode(path).then(
    () => true,
    () => false,
  );
  if (isImage) await assertSize(path, leastSide);
}

async function startOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(
    Buffer.alloc(SIGNATURE_LENGTH),
    0,
    SIGNATURE_LENGTH,
    0,
  );
  return buffer.subarray(0, bytesRead);
}

/** Decodes every pixel, so that a truncated image is found. */
function decode(path: string): Promise<unknown> {
  return openImage(path, (image) => image.resize(16, 16, { fit: "fill" }).raw().toBuffer());
}

/** The shorter side is the same whichever way up the image is shown. */
async function assertSize(path: string, leastSide: number): Promise<void> {
  const { width, height } = await openImage(path, (image) => image.metadata());
  if (Math.min(width, height) < leastSide) throw imageTooSmall(leastSide);
}

const SCRIPT = /<script|<\?php|<html|<!doctype|%pdf-1/;
const LONGEST = 9;
/** A ZIP archive is read from its end: its last record contains the record's own length. */
const ZIP_END = Buffer.from("PK\x05\x06", "latin1");
const ZIP_END_LENGTH = 22;
const ZIP_END_MAX = ZIP_END_LENGTH + 65_535;

/** Returns true if a program other than an image viewer could open the file as its own format. */
async function carriesDocument(path: string): Promise<boolean> {
  let overlap = "";
  let end = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = overlap + chunk.toString("latin1").toLowerCase();
    if (SCRIPT.test(text)) return true;
    overlap = text.slice(-LONGEST);
    end = Buffer.concat([end, chunk]).subarray(-ZIP_END_MAX);
  }
  return endsInArchive(end);
}

function endsInArchive(end: Buffer): boolean {
  const at = end.lastIndexOf(ZIP_END);
  if (at < 0 || at + ZIP_END_LENGTH > end.length) return false;
  return at + ZIP_END_LENGTH + end.readUInt16LE(at + ZIP_END_LENGTH - 2) <= end.length;
}
