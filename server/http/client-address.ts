import type { HttpBindings } from "@hono/node-server";

/**
 * The client's address. Behind a trusted proxy it is the last one of `X-Forwarded-For`: the proxy
 * wrote that one, and clients can forge the others.
 */
export function clientAddress(
  headers: Headers,
  bindings: Partial<HttpBindings> | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : "";
  return forwarded || (bindings?.incoming?.socket.remoteAddress ?? "");
}
