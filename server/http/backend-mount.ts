import type { MiddlewareHandler } from "hono";

import { clientAddress } from "./client-address.ts";
import { compressed } from "./compression.ts";
import type { HttpEnv } from "./context.ts";

/** As in `backend/context.ts`; a hosted installation has no such folder to import it from. */
const CLIENT_ADDRESS = "x-client-address";

export interface MountOptions {
  fetch(request: Request): Promise<Response>;
  trustProxy: boolean;
  /** Called after a request that may have changed what pages show. */
  onWrite(): void;
}

/** Hands requests to the embedded backend, which sees who sent them. */
export function backendMount(options: MountOptions): MiddlewareHandler<HttpEnv> {
  return async (c) => {
    const headers = new Headers(c.req.raw.headers);
    // Set by us alone: rate limits go by it.
    headers.set(CLIENT_ADDRESS, clientAddress(headers, c.env, options.trustProxy));
    const response = await options.fetch(new Request(c.req.raw, { headers }));
    if (changesPages(c.req.method, c.req.path) && response.ok) options.onWrite();
    return compressed(response, c.req.header("accept-encoding"));
  };
}

/** Sign-ins and uploads alone change no page; rows do. */
function changesPages(method: string, path: string): boolean {
  return path.startsWith("/rest/v1/") && !["GET", "HEAD", "OPTIONS"].includes(method);
}
