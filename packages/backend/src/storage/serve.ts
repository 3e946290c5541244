import { rangeNotSatisfiable } from "./errors.ts";
import type { StoredObject } from "./objects.ts";
import type { StorageService } from "./service.ts";
import type { ByteRange } from "./store/store.ts";

export interface Serving {
  /** True if everybody can read it, so that shared caches may store it. */
  isPublic: boolean;
  /** Name of the saved file; empty: the object's own name; absent: display it. */
  download?: string;
}

/**
 * Creates the response with an object's content: all of it, a part, or none if the client's copy is
 * current.
 */
export async function serveObject(
  service: StorageService,
  request: Request,
  object: StoredObject,
  serving: Serving,
): Promise<Response> {
  const { eTag, size, mimetype } = object.metadata;
  const headers = contentHeaders(object, serving, eTag);
  headers.set("content-type", harmlessType(mimetype));
  headers.set("accept-ranges", "bytes");
  if (isFresh(request, eTag, object)) return new Response(null, { status: 304, headers });

  const range = requestedRange(request, size, eTag, object);
  if (range) headers.set("content-range", `bytes ${range.start}-${range.end}/${size}`);
  headers.set("content-length", String(range ? range.end - range.start + 1 : size));
  const status = range ? 206 : 200;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  return new Response(await service.store.open(object.version, range), { status, headers });
}

/**
 * Seconds for which caches may serve a public file without asking: afterwards one that was withheld or
 * deleted is nowhere. Its uploader may want less, never more.
 */
const LONGEST_MAX_AGE = 3600;

/** Only the number of what the uploader said counts: `immutable` or `s-maxage` would go around it. */
function cacheControlOf(object: StoredObject, { isPublic }: Serving): string {
  if (!isPublic) return "private, no-store";
  const [, seconds] = /(?:^|[\s,])max-age=(\d{1,10})/.exec(object.metadata.cacheControl) ?? [];
  return seconds ? `max-age=${Math.min(Number(seconds), LONGEST_MAX_AGE)}` : "no-cache";
}

/** Creates the response with an image rendered from an object, with the object's caching rules. */
export function serveVariant(
  request: Request,
  object: StoredObject,
  serving: Serving,
  variant: { eTag: string; mimetype: string; negotiated: boolean; transformations: string },
  render: () => Promise<Buffer>,
): Promise<Response> | Response {
  const headers = contentHeaders(object, serving, variant.eTag);
  headers.set("content-type", variant.mimetype);
  if (variant.transformations) headers.set("x-transformations", variant.transformations);
  if (variant.negotiated) headers.set("vary", "Accept");
  if (isFresh(request, variant.eTag, object)) return new Response(null, { status: 304, headers });
  return render().then((image) => {
    headers.set("content-length", String(image.length));
    return new Response(request.method === "HEAD" ? null : new Uint8Array(image), { headers });
  });
}

function contentHeaders(object: StoredObject, serving: Serving, eTag: string): Headers {
  const headers = new Headers({
    etag: eTag,
    "last-modified": lastModified(object).toUTCString(),
    "cache-control": cacheControlOf(object, serving),
    "x-content-type-options": "nosniff",
    // Files share the site's origin: no file may run scripts there.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
  });
  if (serving.download !== undefined) {
    const name = encodeURIComponent(serving.download.toWellFormed());
    headers.set(
      "content-disposition",
      name ? `attachment; filename=${name}; filename*=UTF-8''${name}` : "attachment",
    );
  }
  return headers;
}

/** Documents that can run scripts are sent as text, as the hosted service does with HTML. */
function harmlessType(mimetype: string): string {
  return /html|xml/i.test(mimetype) ? "text/plain" : mimetype;
}

/** Returns the time of writing in whole seconds, the precision of HTTP dates. */
function lastModified(object: StoredObject): Date {
  const written = Date.parse(object.metadata.lastModified) || object.updated_at.getTime();
  return new Date(Math.floor(written / 1000) * 1000);
}

/**
 * Returns true if the client's copy is current: by its ETag if the request has one, otherwise by
 * its date.
 */
function isFresh({ headers }: Request, eTag: string, object: StoredObject): boolean {
  const known = headers.get("if-none-match");
  if (known !== null) {
    return known.split(",").some((tag) => ["*", eTag].includes(tag.trim().replace(/^W\//, "")));
  }
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return since >= lastModified(object).getTime();
}

/**
 * Returns the requested range. Several ranges or an invalid one get the whole file, as RFC 9110
 * allows.
 * @throws {StorageError} if the range starts after the file's end
 */
function requestedRange(
  { headers }: Request,
  size: number,
  eTag: string,
  object: StoredObject,
): ByteRange | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get("range") ?? "") ?? [];
  if (from === undefined || to === undefined || (!from && !to)) return undefined;
  const condition = headers.get("if-range");
  if (condition && condition !== eTag && Date.parse(condition) !== lastModified(object).getTime()) {
    return undefined;
  }
  const start = from ? Number(from) : Math.max(0, size - Number(to));
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1;
  if (from && to && Number(to) < start) return undefined;
  if (start >= size) throw rangeNotSatisfiable(size);
  return { start, end };
}
