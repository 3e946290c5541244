import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** A byte type that `Response` accepts without copying. */
export type Bytes = Buffer<ArrayBuffer>;

export type Encoding = "br" | "gzip";

/** Bytes. Below this, compression saves less than one packet. */
const WORTHWHILE = 1_024;
const TEXT =
  /^(text\/|application\/((ld|manifest|feed|atom|openapi)\+)?(json|javascript|xml)|image\/svg)/;

/** The best encoding that a client accepts, brotli first. */
export function negotiate(acceptEncoding: string | undefined): Encoding | undefined {
  const accepted = new Map<string, boolean>();
  for (const part of (acceptEncoding ?? "").split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    accepted.set(name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)));
  }
  return (["br", "gzip"] as const).find((name) => accepted.get(name) ?? accepted.get("*"));
}

export function isText(type: string | null | undefined): boolean {
  return TEXT.test(type ?? "");
}

export function isCompressible(type: string | null | undefined, length: number): boolean {
  return length >= WORTHWHILE && isText(type);
}

/** Compresses off the main thread, at a level as fast as rendering. */
export function compress(body: Bytes, encoding: Encoding): Promise<Bytes> {
  if (encoding === "gzip") return deflate(body, { level: 6 });
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** A text answer in the best encoding that its client accepts; any other answer unchanged. */
export async function compressed(
  response: Response,
  acceptEncoding: string | undefined,
): Promise<Response> {
  const { headers } = response;
  if (!response.body || !TEXT.test(headers.get("content-type") ?? "")) return response;
  // A range refers to the uncompressed bytes.
  if (headers.has("content-encoding") || response.status === 206) return response;
  headers.append("vary", "Accept-Encoding");
  const encoding = negotiate(acceptEncoding);
  const length = headers.get("content-length");
  if (!encoding || (length && Number(length) < WORTHWHILE)) return response;
  const body = Buffer.from(await response.arrayBuffer());
  // Not `response` itself: @hono/node-server's Response copies its initial headers, without `vary`.
  const init = { status: response.status, statusText: response.statusText, headers };
  if (body.length < WORTHWHILE) return new Response(body, init);
  const small = await compress(body, encoding);
  const result = new Response(small, init);
  result.headers.set("content-encoding", encoding);
  result.headers.set("content-length", String(small.length));
  const etag = headers.get("etag");
  if (etag && !etag.startsWith("W/")) result.headers.set("etag", `W/${etag}`);
  return result;
}
