import { Busboy } from "@fastify/busboy";
import { createHash, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

import { discard } from "../http/unread-body.ts";
import { entityTooLarge, invalidRequest, unsupportedType } from "./errors.ts";

/** An upload that is on disk only as a temporary file. */
export interface ReceivedFile {
  /** A temporary file, which the calling code must move or delete. */
  path: string;
  size: number;
  md5: string;
  mimetype: string;
  cacheControl: string;
}

export interface ReceiveOptions {
  /** An existing folder for temporary files. */
  directory: string;
  /** Maximum size in bytes. A larger upload is refused before the excess is written. */
  limit: number;
  /** Called when the type is known, before the content is read. Throws to refuse. */
  accept(mimetype: string): void;
}

type Description = Pick<ReceivedFile, "mimetype" | "cacheControl">;
type Content = Pick<ReceivedFile, "size" | "md5">;

/** Bytes of a file that is too long which are read before the connection is closed. */
const MAX_DISCARDED = 32 * 1024 * 1024;
/** The longest field is a type. */
const FIELD_BYTES = 1024;
const FORM_LIMITS = { files: 1, fields: 10, parts: 12, fieldSize: FIELD_BYTES, headerPairs: 20 };
const METADATA_FIELDS = new Set(["metadata", "userMetadata"]);

/**
 * Streams the file of an upload to disk: from a form, as browsers send `File` and `Blob`, or from a
 * plain body.
 * @throws {StorageError} and leaves nothing on disk
 */
export async function receiveUpload(
  request: Request,
  options: ReceiveOptions,
): Promise<ReceivedFile> {
  const { headers, body } = request;
  refuseUserMetadata(headers);
  if (!body) throw invalidRequest("No content provided");
  const path = join(options.directory, randomUUID());
  const isForm = /^multipart\/form-data\b/i.test(headers.get("content-type") ?? "");
  try {
    return { path, ...(await (isForm ? form : bytes)(headers, body, path, options)) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

type Body = NonNullable<Request["body"]>;

const readable = (body: Body) => Readable.fromWeb(body as NodeReadableStream);

async function bytes(
  headers: Headers,
  body: Body,
  path: string,
  { limit, accept }: ReceiveOptions,
): Promise<Description & Content> {
  const mimetype = validMimeType(headers.get("content-type") ?? "application/octet-stream");
  accept(mimetype);
  assertPlain(headers.get("content-encoding"));
  if (Number(headers.get("content-length")) > limit) throw entityTooLarge();
  return {
    mimetype,
    cacheControl: validCacheControl(headers.get("cache-control")),
    ...(await interruptible(save(readable(body), path, limit))),
  };
}

async function form(
  headers: Headers,
  body: Body,
  path: string,
  { limit, accept }: ReceiveOptions,
): Promise<Description & Content> {
  const fields = new Map<string, string>();
  let type = "";
  let part: Readable | undefined;
  let saving: Promise<Content> | undefined;
  const parser = formParser(headers);

  parser.on("field", (name, value, _nameTruncated, truncated) => {
    if (METADATA_FIELDS.has(name)) parser.destroy(noUserMetadata());
    else if (truncated) parser.destroy(entityTooLarge("form field"));
    else fields.set(name, value);
  });
  parser.on("file", (_name, stream, _filename, _encoding, partType) => {
    part = stream;
    // The parser forwards its own errors to the current file.
    stream.on("error", () => {});
    saving = (async () => {
      try {
        type = validMimeType(fields.get("contentType") || partType);
        assertPlain(fields.get("contentEncoding"));
        accept(type);
      } catch (error) {
        await discard(stream);
        throw error;
      }
      return save(stream, path, limit);
    })();
    // The rest of the file would not be read, so the parser would wait for ever.
    saving.catch((error: Error) => stream.readableEnded || parser.destroy(error));
  });
  try {
    await interruptible(pipeline(readable(body), parser));
  } catch (error) {
    part?.destroy(error as Error);
    await saving?.catch(() => {});
    throw error;
  }
  if (!saving) throw invalidRequest("No content provided");
  const content = await interruptible(saving);

  const seconds = fields.get("cacheControl");
  return {
    mimetype: type,
    cacheControl: validCacheControl(seconds ? `max-age=${seconds}` : null),
    ...content,
  };
}

function formParser(headers: Headers) {
  try {
    const type = headers.get("content-type") ?? "";
    return new Busboy({ headers: { "content-type": type }, limits: FORM_LIMITS });
  } catch {
    throw invalidRequest("The form has no boundary");
  }
}

/**
 * Writes a stream to disk, counts its bytes and computes its digest. If it is too long or the disk
 * is full, the rest is read too, because most clients read the answer only after they have sent
 * everything.
 */
async function save(source: Readable, path: string, limit: number): Promise<Content> {
  const digest = createHash("md5");
  let size = 0;
  let failure: unknown;
  const file = await open(path, "wx", 0o600).catch((error: unknown) => void (failure = error));
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit + MAX_DISCARDED) break;
      if (size > limit || failure) continue;
      digest.update(chunk);
      await file?.writeFile(chunk).catch((error: unknown) => void (failure = error));
    }
    if (size > limit) throw entityTooLarge();
    if (failure) throw failure;
    await file?.sync();
  } finally {
    await file?.close();
  }
  return { size, md5: digest.digest("hex") };
}

const DISK_FAILURE = /^E(NOSPC|DQUOT|IO|ROFS|ACCES|PERM|NOENT|MFILE|NFILE)$/;

/** An interrupted stream is the client's error, unless the disk caused it. */
async function interruptible<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const { code = "", status } = error as { code?: string; status?: number };
    if (status !== undefined || DISK_FAILURE.test(code)) throw error;
    throw invalidRequest("The upload ended before it was complete");
  }
}

/** Validates `type/subtype` with parameters, for use in a response header. */
function validMimeType(type: string): string {
  if (type.length <= 255 && /^[\w.+-]+\/[\w.+-]+(\s*;[ -~]*)?$/.test(type)) return type;
  throw unsupportedType("Invalid Content-Type header");
}

/**
 * Refuses an encoded file: it is stored unchanged and answered without its encoding, so clients
 * couldn't read it.
 */
function assertPlain(encoding: string | null | undefined): void {
  if (!encoding || encoding.toLowerCase() === "identity") return;
  throw unsupportedType("Content encodings are not supported: send the file as it is");
}

function validCacheControl(value: string | null): string {
  return value && /^[\w=, -]{1,200}$/.test(value) ? value : "no-cache";
}

const noUserMetadata = () => invalidRequest("User metadata is not stored");

/**
 * Refuses a client's own metadata of a file: they would be bytes in the database that no quota
 * counts.
 * @throws {StorageError} `InvalidRequest`
 */
export function refuseUserMetadata(headers: Headers): void {
  if (headers.has("x-metadata")) throw noUserMetadata();
}
