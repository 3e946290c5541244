import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

/** Limits of what is read of a body that nobody wants: more than any file, and a slow sender's time. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MS = 20_000;

/**
 * Reads and drops the rest of a stream within limits: most clients read the answer only after they
 * have sent everything, and a connection with an unread body can't carry another request.
 * @returns true if the stream has ended
 */
export async function discard(source: Readable, maxMs = MAX_MS): Promise<boolean> {
  let size = 0;
  const late = setTimeout(() => source.destroy(), maxMs);
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES) return false;
    }
    return source.readableEnded;
  } catch {
    return false;
  } finally {
    clearTimeout(late);
  }
}

/**
 * Finishes a request whose body was refused unread. If the body doesn't end within the limits, the
 * answer announces that the connection ends with it.
 */
export async function finishBody(request: Request, answer: Response): Promise<Response> {
  // Asking for the body of a read makes it, at some cost.
  if (request.method === "GET" || request.method === "HEAD") return answer;
  const { body, bodyUsed } = request;
  if (!body || bodyUsed) return answer;
  if (await discard(Readable.fromWeb(body as NodeReadableStream))) return answer;
  const closing = new Response(answer.body, answer);
  closing.headers.set("connection", "close");
  return closing;
}
