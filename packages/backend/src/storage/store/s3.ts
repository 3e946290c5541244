import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { createReadStream } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";

import type { S3Options } from "../../options.ts";
import { FileMissing, type FileStore } from "./store.ts";

/** Maximum number of concurrent delete requests. */
const MAX_CONCURRENT_DELETES = 20;

/** Bytes of the largest file that is read before it is sent: the largest photo has 10 MB. */
const MAX_IN_MEMORY = 16 * 1024 * 1024;

const keyOf = (version: string) => `objects/${version.slice(0, 2)}/${version}`;

/**
 * Time-out of an idle request, in milliseconds. Three attempts end before proxies give up after a
 * minute.
 */
const SOCKET_TIMEOUT_MS = 5_000;

/** Stores files in a bucket of any S3-compatible store, so that several servers can share them. */
export function s3Store(settings: S3Options, socketTimeoutMs = SOCKET_TIMEOUT_MS): FileStore {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other stores than Amazon's have no host name per bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout: 5_000, socketTimeout: socketTimeoutMs },
    // Some stores never answer it: each large file would wait longer than the time-out.
    expectContinueHeader: false,
    // Many compatible stores don't support the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });

  return {
    async put(version, path, mimetype) {
      // The library retries only content in memory. If sending a large file fails, the client uploads it again.
      const { size: ContentLength } = await stat(path);
      const Body = ContentLength > MAX_IN_MEMORY ? createReadStream(path) : await readFile(path);
      const input = { Bucket, Key: keyOf(version), Body, ContentLength, ContentType: mimetype };
      await client.send(new PutObjectCommand(input));
      await rm(path, { force: true });
    },
    async copy(from, to) {
      const CopySource = `${Bucket}/${keyOf(from)}`;
      await found(from, client.send(new CopyObjectCommand({ Bucket, CopySource, Key: keyOf(to) })));
    },
    async open(version, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await found(
        version,
        client.send(new GetObjectCommand({ Bucket, Key: keyOf(version), Range })),
      );
      if (!Body) throw new FileMissing(version);
      return Body.transformToWebStream();
    },
    async remove(versions) {
      // One request per file: some stores can't delete several at once, or expect another checksum
      // for it.
      for (let at = 0; at < versions.length; at += MAX_CONCURRENT_DELETES) {
        const some = versions.slice(at, at + MAX_CONCURRENT_DELETES);
        await Promise.all(
          some.map((version) =>
            client
              .send(new DeleteObjectCommand({ Bucket, Key: keyOf(version) }))
              .catch(ignoreMissing),
          ),
        );
      }
    },
  };
}

async function found<T>(version: string, operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof NoSuchKey) throw new FileMissing(version);
    throw error;
  }
}

/** Ignores the error of stores that refuse to delete a missing file; others accept it. */
function ignoreMissing(error: unknown): void {
  if ((error as Error).name !== "NoSuchKey") throw error;
}
