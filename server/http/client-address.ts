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

/**
 * What limits of visitors count as one: an address, or an IPv6 /48. One customer has 65,536 of the /64 networks
 * that `callerKey` compares.
 */
export function networkOf(address: string): string {
  const key = originKey({ address, userAgent: "" });
  return key.includes(".") ? key : key.split(":").slice(0, 3).join(":");
}

/** What limits count as one caller: an address, or a whole IPv6 network of one customer. */
export function callerKey(...client: Parameters<typeof clientAddress>): string {
  return originKey({ address: clientAddress(...client), userAgent: "" });
}
