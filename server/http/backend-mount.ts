import type { HEADERS } from "@maillotheque/backend";
import type { MiddlewareHandler } from "hono";

import { clientAddress } from "./client-address.ts";
import { compressed } from "./compression.ts";
import type { HttpEnv } from "./context.ts";

/** Written out, so that nothing of the backend is loaded where a hosted project is used. */
const { clientAddress: CLIENT_ADDRESS, readOnly: READ_ONLY }: typeof HEADERS = {
  clientAddress: "x-client-address",
  readOnly: "x-read-only",
};

export interface MountOptions {
  fetch(request: Request): Promise<Response>;
  trustProxy: boolean;
  /** Called after a request that may have changed what pages show: all, or those with these ids. */
  onWrite(ids?: string[]): void;
}

/**
 * Tables of members that are written at any moment, and whose rows are on no page themselves: only
 * the counts of the jerseys that a request names.
 */
const BUSY_TABLE = /^\/rest\/v1\/(jersey_votes|user_collections|user_wishlists|reports)$/;
const READ_TWICE = 16 * 1024;
const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

/** Hands requests to the embedded backend, which sees who sent them. */
export function backendMount(options: MountOptions): MiddlewareHandler<HttpEnv> {
  return async (c) => {
    const headers = new Headers(c.req.raw.headers);
    // Set by us alone: rate limits go by it.
    headers.set(CLIENT_ADDRESS, clientAddress(headers, c.env, options.trustProxy));
    const written = changesPages(c.req.method, c.req.path) && idsIn(c.req.raw);
    const response = await options.fetch(new Request(c.req.raw, { headers }));
    // Every visitor may call functions that only read; no page is outdated by that.
    const onlyRead = response.headers.has(READ_ONLY);
    if (onlyRead) response.headers.delete(READ_ONLY);
    if (written && response.ok && !onlyRead) options.onWrite(await written);
    return compressed(response, c.req.header("accept-encoding"));
  };
}

/** Sign-ins and uploads alone change no page; rows do. */
function changesPages(method: string, path: string): boolean {
  return path.startsWith("/rest/v1/") && !["GET", "HEAD", "OPTIONS"].includes(method);
}

/** The ids that a write to a busy table names; undefined when any page may have changed. */
async function idsIn(request: Request): Promise<string[] | undefined> {
  const { pathname, search } = new URL(request.url);
  // Without its length or with a large one: not read twice.
  const length = request.body ? Number(request.headers.get("content-length") ?? Infinity) : 0;
  if (!BUSY_TABLE.test(pathname) || length > READ_TWICE) return undefined;
  const body = request.body
    ? await request
        .clone()
        .text()
        .catch(() => "")
    : "";
  return (search + body).match(ID) ?? [];
}
