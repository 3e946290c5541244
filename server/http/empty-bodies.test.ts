import { getRequestListener } from "@hono/node-server";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";

// `optimizeEmptyRequests` (server/operate/start.ts) gives requests without a body no stream. Reading such a
// body must not hang, and the connection must stay usable.

let server: Server;
let port: number;

beforeEach(async () => {
  const listener = getRequestListener(async (request) => {
    // The request as the backend gets it, and as it was sent.
    const isCopied = request.headers.has("x-copy");
    const body = await (isCopied ? new Request(request, { headers: {} }) : request).text();
    return new Response(`${request.method} [${body}]\n`);
  });
  server = createServer({ optimizeEmptyRequests: true }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});

afterEach(() => {
  server.close();
});

test.each(["", "x-copy: yes\r\n"])(
  "handles present, empty and missing bodies (%j)",
  async (more) => {
    const socket = connect(port, "127.0.0.1");
    const request = (method: string, headers: string, body = "", connection = "keep-alive") =>
      `${method} / HTTP/1.1\r\nhost: a\r\nconnection: ${connection}\r\n${more}${headers}\r\n${body}`;
    // All on one connection: the rest of one request would be read as the next.
    socket.write(
      request("DELETE", "") +
        request("POST", "content-length: 0\r\n") +
        request("POST", "content-length: 3\r\n", "abc") +
        request("PUT", "transfer-encoding: chunked\r\n", "2\r\nde\r\n0\r\n\r\n") +
        request("POST", "", "", "close"),
    );
    const answers = Buffer.concat(await socket.toArray()).toString();
    expect(answers.match(/^[A-Z]+ \[\w*\]$/gm)).toEqual([
      "DELETE []",
      "POST []",
      "POST [abc]",
      "PUT [de]",
      "POST []",
    ]);
  },
);
