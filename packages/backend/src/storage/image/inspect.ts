import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

import { imageTooSmall, invalidRequest, unsupportedType } from "../errors.ts";
import { stripMetadata } from "./metadata/strip.ts";
import { imageType, normalType, SIGNATURE_LENGTH, type ImageType } from "./kind.ts";
import { loadSharp, MAX_PIXELS } from "./sharp.ts";

/** Runs work on an image when it is its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Refuses a file that claims to be an image and isn't valid: another format, damaged, truncated,
 * too many pixels or too few, or with another document inside. Other files pass; those that are
 * images all the same lose their metadata too.
 * @param leastSide of the shorter side, in pixels; 0: any
 * @returns the image without metadata; undefined if it had none
 * @throws {StorageError}
 */
export async function inspectImage(
  path: string,
  mimetype: string,
  leastSide: number,
  inTurn: InTurn,
): Promise<Buffer | undefined> {
  const claimed = normalType(mimetype);
  const actual = imageType(await startOf(path));
  if (!claimed.startsWith("image/")) {
    return actual && inTurn(() => stripUndeclared(path, actual, leastSide));
  }
  if (!actual) throw unsupportedType(`The file is not ${claimed} as declared`);
  if (actual !== claimed)
    throw unsupportedType(`The file is ${actual}, not ${claimed} as declared`);
  return inTurn(() => inspectDeclared(path, actual, leastSide));
}

async function inspectDeclared(
  path: string,
  type: ImageType,
  leastSide: number,
): Promise<Buffer | undefined> {
  await decode(path);
  await assertSize(path, leastSide);
  if (await carriesDocument(path)) {
    throw unsupportedType("The image carries another document in it");
  }
  const stripped = await stripMetadata(path, type);
  // The stored file must be as intact as the uploaded one.
  if (stripped) await decode(stripped);
  return stripped;
}

/** A file that only begins like an image is stored as it is: nobody said that it is one. */
async function stripUndeclared(
  path: string,
  type: ImageType,
  leastSide: number,
): Promise<Buffer | undefined> {
  const isImage = await decode(path).then(
    () => true,
    () => false,
  );
  if (!isImage) return undefined;
  await assertSize(path, leastSide);
  const stripped = await stripMetadata(path, type);
  if (stripped) await decode(stripped);
  return stripped;
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
async function decode(source: string | Buffer): Promise<void> {
  const sharp = await loadSharp();
  const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" });
  try {
    await image.resize(16, 16, { fit: "fill" }).timeout({ seconds: 20 }).raw().toBuffer();
  } catch (error) {
    // sharp has no error code for it; the message has been the same since its first release.
    if (/pixel limit/i.test((error as Error).message)) {
      throw invalidRequest(`The image has more than ${MAX_PIXELS / 1e6} million pixels`);
    }
    throw unsupportedType("The image is damaged or incomplete");
  }
}

/** The shorter side is the same whichever way up the image is shown. */
async function assertSize(path: string, leastSide: number): Promise<void> {
  if (leastSide === 0) return;
  const sharp = await loadSharp();
  const { width, height } = await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata();
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
