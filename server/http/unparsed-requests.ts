import type { Server } from "node:http";

/** Why Node's parser gave up, by its error code; anything else is no HTTP. */
const REASONS: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "The address and headers of a request have at most 16 kB together. Ask for fewer rows at a time.",
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    "413 Payload Too Large",
    "The chunk extensions of the request are too long.",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request did not arrive in time."],
};

const NO_HTTP: (typeof REASONS)[string] = ["400 Bad Request", "This is no HTTP request."];

/**
 * Answers what Node can't parse, such as an address that is too long, with a sentence in the shape of
 * the services' errors. Node's own answers have no body (docs/product/site.md 17.4).
 */
export function answerUnparsed(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const code = error.code ?? "";
    // Nothing may follow an answer that has begun.
    type Answering = typeof socket & { _httpMessage?: { headersSent: boolean } };
    const { _httpMessage: begun } = socket as Answering;
    if (code === "ECONNRESET" || !socket.writable || begun?.headersSent) {
      socket.destroy(error);
      return;
    }
    const [status, message] = REASONS[code] ?? NO_HTTP;
    const body = JSON.stringify({ code: status.slice(0, 3), message, details: null, hint: null });
    const head = [
      `HTTP/1.1 ${status}`,
      "Connection: close",
      "Content-Type: application/json; charset=utf-8",
      "Cache-Control: no-store",
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
  });
}
