import type { getRequestListener, HttpBindings } from "@hono/node-server";
import type { IncomingMessage } from "node:http";

/** How much of a body that nobody wants is read, and for how long. */
export const UNREAD_LIMITS = { bytes: 64 * 1024 * 1024, ms: 20_000, lingerMs: 5_000 };

type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;
type ListenerFetch = Parameters<typeof getRequestListener>[0];

/**
 * Answers a request only after its body has arrived, also if it was refused unread: most clients
 * read the answer only after they have sent everything, and the connection can carry another
 * request only then. A body that is too long or too slow ends the connection: the answer says so,
 * and what still arrives is dropped for a while, because closing at once would reset the connection
 * and take the answer with it.
 */
export function afterBody(fetch: Fetch, limits = UNREAD_LIMITS): ListenerFetch {
  return async (request, given) => {
    // This server speaks HTTP/1 only.
    const bindings = given as HttpBindings;
    const answer = await fetch(request, bindings);
    const { incoming, outgoing } = bindings;
    if (!isUnread(incoming)) return answer;
    const isGivenUp = answer.headers.get("connection") === "close";
    if (!isGivenUp && (await isDropped(incoming, limits))) return answer;
    outgoing.setHeader("Connection", "close");
    linger(incoming, limits.lingerMs);
    return answer;
  };
}

function isUnread({ headers, readableEnded, destroyed }: IncomingMessage): boolean {
  if (readableEnded || destroyed) return false;
  return Number(headers["content-length"]) > 0 || headers["transfer-encoding"] !== undefined;
}

/** Drops the rest of a body. @returns false if it exceeds the limits */
function isDropped(incoming: IncomingMessage, { bytes, ms }: typeof UNREAD_LIMITS) {
  return new Promise<boolean>((resolve) => {
    let size = 0;
    const finish = (done: boolean) => {
      clearTimeout(late);
      incoming.off("data", count);
      resolve(done);
    };
    const count = (chunk: Buffer) => {
      size += chunk.length;
      if (size > bytes) finish(false);
    };
    const late = setTimeout(() => finish(false), ms);
    incoming.once("end", () => finish(true));
    incoming.once("close", () => finish(true));
    incoming.once("error", () => finish(true));
    // A web stream made of the body pauses it once its own queue is full.
    incoming.removeAllListeners("data");
    incoming.on("data", count);
    incoming.resume();
  });
}

/** Replaces how the HTTP server closes this connection after the answer. */
function linger(incoming: IncomingMessage, ms: number): void {
  const { socket } = incoming;
  incoming.removeAllListeners("data");
  incoming.resume();
  let isEnding = false;
  socket.destroySoon = () => {
    if (isEnding) return;
    isEnding = true;
    socket.end();
    const late = setTimeout(() => socket.destroy(), ms);
    socket.once("close", () => clearTimeout(late));
  };
}
