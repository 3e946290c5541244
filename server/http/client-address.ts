import type { HttpBindings } from "@hono/node-server";
import { originKey } from "@maillotheque/backend";

/** An address with the port or the brackets that some proxies write. */
const WRITTEN = /^(?:(\d+(?:\.\d+){3})|\[([^\]]+)\])(?::\d+)?$/;

/**
 * The client's address, without a port. Behind a trusted proxy it is the last one of
 * `X-Forwarded-For`: the proxy wrote that one, and clients can forge the others.
 */
export function clientAddress(
  headers: Headers,
  bindings: Partial<HttpBindings> | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : "";
  if (!forwarded) return bindings?.incoming?.socket.remoteAddress ?? "";
  const [, ipv4, ipv6] = WRITTEN.exec(forwarded) ?? [];
  return ipv4 ?? ipv6 ?? forwarded;
}

/** What limits count as one caller: an address, or a whole IPv6 network of one customer. */
export function callerKey(...client: Parameters<typeof clientAddress>): string {
  return originKey({ address: clientAddress(...client), userAgent: "" });
}
