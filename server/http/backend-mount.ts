import { HEADERS } from "@maillotheque/backend";
import type { MiddlewareHandler } from "hono";

import { clientAddress } from "./client-address.ts";
import { compressed } from "./compression.ts";
import type { HttpEnv } from "./context.ts";

export interface MountOptions {
  fetch(request: Request): Promise<Response>;
  isVisitor(request: Request): Promise<boolean>;
  trustProxy: boolean;
  /** Called after a request that may have written; the answer waits for it. */
  onWrite(): Promise<void>;
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Passes requests to the embedded backend, with the client's address. */
export function backendMount(options: MountOptions): MiddlewareHandler<HttpEnv> {
  return async (c) => {
    const { raw } = c.req;
    // Only this server sets it: rate limits use it. In place: a copy of the request costs 0.2 ms where it has a body.
    raw.headers.set(HEADERS.clientAddress, clientAddress(raw.headers, c.env, options.trustProxy));
    const response = await options.fetch(raw);
    if (response.status >= 500 && isCutOff(c.env)) {
      // Not a failure of ours, and nobody is left to read more.
      return c.json({ message: "The request is incomplete" }, 400);
    }
    // Functions are called by POST, also those that only read.
    const onlyRead = response.headers.has(HEADERS.readOnly);
    if (onlyRead) response.headers.delete(HEADERS.readOnly);
    // A page requested after this answer must show what was written. Visitors write nothing that a
    // page shows: waiting for them would let anyone outdate all pages while notifications are late.
    const mayWrite = !READS.has(c.req.method) && response.ok && !onlyRead;
    if (mayWrite && !(await options.isVisitor(raw))) await options.onWrite();
    return compressed(response, c.req.header("accept-encoding"));
  };
}

/** Returns true if the request didn't arrive whole: the client left, or sent malformed chunks. */
function isCutOff({ incoming }: Partial<HttpEnv["Bindings"]> = {}): boolean {
  return incoming !== undefined && !incoming.complete && incoming.destroyed;
}
