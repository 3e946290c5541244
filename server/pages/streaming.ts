import { Duplex } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

import { type Encoding, isText, negotiate } from "../http/compression.ts";

/** Lists of all pages: their length grows with the catalogue. */
const STREAMED = /^\/sitemap\/[^/]+\.xml(\?|$)/;
/**
 * Such a list as the router's data request, which would hold it whole; the site never sends one.
 */
const AS_DATA = /^\/sitemap\/.*\.data(\?|$)/;

/** Whether the answer of this path is streamed, neither buffered nor cached. */
export function isStreamed(path: string): boolean {
  return STREAMED.test(path);
}

/** Whether the path is a streamed list requested in a form that can't be streamed. */
export function isStreamedAsData(path: string): boolean {
  return AS_DATA.test(path);
}

/**
 * A streamed answer, compressed on the way. Backpressure: its source is read only as fast as the
 * client reads, and stopped when the client disconnects.
 */
export function streamed(
  response: Response,
  { acceptEncoding, bodyless }: { acceptEncoding: string | undefined; bodyless: boolean },
): Response {
  const { status, body } = response;
  const headers = new Headers(response.headers);
  headers.append("vary", "Accept-Encoding");
  const encoding = isText(headers.get("content-type")) ? negotiate(acceptEncoding) : undefined;
  if (encoding) headers.set("content-encoding", encoding);
  if (!bodyless && body && encoding) {
    return new Response(body.pipeThrough(compressor(encoding)), { status, headers });
  }
  if (bodyless) void body?.cancel();
  return new Response(bodyless ? null : body, { status, headers });
}

function compressor(encoding: Encoding) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const stream = encoding === "br" ? createBrotliCompress({ params }) : createGzip();
  return Duplex.toWeb(stream) as ReadableWritablePair<Uint8Array, Uint8Array>;
}
