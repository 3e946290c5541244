import { Duplex } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

import { type Encoding, isText, negotiate } from "./compression.ts";

/** Lists of every page: as long as the catalogue is large. */
const STREAMED = /^\/sitemap\/[^/]+\.xml(\?|$)/;
/** As the router would fetch such a list: whole, and nothing of the site does. */
const AS_DATA = /^\/sitemap\/.*\.data(\?|$)/;

/** Whether what is under this path is sent while it is made, never held whole nor kept. */
export function isStreamed(path: string): boolean {
  return STREAMED.test(path);
}

/** Whether it would be, but is asked for in a form in which it can't. */
export function isStreamedAsData(path: string): boolean {
  return AS_DATA.test(path);
}

/**
 * An answer sent while it is made, compressed on the way: what makes it is asked for more only as
 * fast as the client takes it, and ended when the client goes away.
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
