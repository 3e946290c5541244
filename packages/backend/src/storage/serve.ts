import { rangeNotSatisfiable } from "./errors.ts";
import type { StoredObject } from "./objects.ts";
import type { StorageService } from "./service.ts";
import type { ByteRange } from "./store/store.ts";

export interface Serving {
  /** Seen by everybody, so that shared caches may keep it. */
  isPublic: boolean;
  /** Name to save under; empty: the object's own; absent: show it. */
  download?: string;
}

/** The content of an object: whole, in part, or not at all when the caller has it already. */
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

/** An image made from an object, with the caching rules of the object. */
export function serveVariant(
  request: Request,
  object: StoredObject,
  serving: Serving,
  variant: { eTag: string; mimetype: string; negotiated: boolean },
  render: () => Promise<Buffer>,
): Promise<Response> | Response {
  const headers = contentHeaders(object, serving, variant.eTag);
  headers.set("content-type", variant.mimetype);
  if (variant.negotiated) headers.set("vary", "Accept");
  if (isFresh(request, variant.eTag, object)) return new Response(null, { status: 304, headers });
  return render().then((image) => {
    headers.set("content-length", String(image.length));
    return new Response(request.method === "HEAD" ? null : new Uint8Array(image), { headers });
  });
}

function contentHeaders(object: StoredObject, serving: Serving, eTag: string): Headers {
  const { cacheControl } = object.metadata;
  const headers = new Headers({
    etag: eTag,
    "last-modified": lastModified(object).toUTCString(),
    "cache-control": serving.isPublic ? cacheControl : `private, ${cacheControl}`,
    "x-content-type-options": "nosniff",
    // Files share the site's origin: whatever one turns out to be, it may run nothing there.
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

/** Documents that could run scripts are shown as text, as the hosted service does with HTML. */
function harmlessType(mimetype: string): string {
  return /html|xml/i.test(mimetype) ? "text/plain" : mimetype;
}

/** The second the file was written: all that HTTP dates can tell apart. */
function lastModified(object: StoredObject): Date {
  const written = Date.parse(object.metadata.lastModified) || object.updated_at.getTime();
  return new Date(Math.floor(written / 1000) * 1000);
}

/** Whether the caller's copy is still good: by its tag if it sent one, otherwise by its date. */
function isFresh({ headers }: Request, eTag: string, object: StoredObject): boolean {
  const known = headers.get("if-none-match");
  if (known !== null) {
    return known.split(",").some((tag) => ["*", eTag].includes(tag.trim().replace(/^W\//, "")));
  }
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return since >= lastModified(object).getTime();
}

/**
 * The part asked for. Several at once, or a range that makes no sense, gets the whole file, as
 * RFC 9110 allows.
 * @throws {StorageError} when the file ends before it starts
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
