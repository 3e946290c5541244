import type { MiddlewareHandler } from "hono";

import { clientAddress } from "./client-address.ts";
import { compressed } from "./compression.ts";
import type { HttpEnv } from "./context.ts";

/** As in `packages/backend/src/context.ts`; a hosted installation has no such folder to import them from. */
const CLIENT_ADDRESS = "x-client-address";
const READ_ONLY = "x-read-only";

export interface MountOptions {
  fetch(request: Request): Promise<Response>;
  trustProxy: boolean;
  /** Called after a request that may have written; the answer waits for it. */
  onWrite(): Promise<void>;
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Hands requests to the embedded backend, which sees who sent them. */
export function backendMount(options: MountOptions): MiddlewareHandler<HttpEnv> {
  return async (c) => {
    const headers = new Headers(c.req.raw.headers);
    // Set by us alone: rate limits go by it.
    headers.set(CLIENT_ADDRESS, clientAddress(headers, c.env, options.trustProxy));
    const response = await options.fetch(new Request(c.req.raw, { headers }));
    // Functions are called by POST, those that only read too.
    const onlyRead = response.headers.has(READ_ONLY);
    if (onlyRead) response.headers.delete(READ_ONLY);
    // A page requested after this answer must show what was written.
    if (!READS.has(c.req.method) && response.ok && !onlyRead) await options.onWrite();
    return compressed(response, c.req.header("accept-encoding"));
  };
}
