import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";

import { backendMount } from "./backend-mount.ts";
import type { HttpEnv } from "./context.ts";

test.each([
  ["a malformed chunk", "5;\u0000bad\r\nhello\r\n"],
  ["a body cut off", "5\r\nhel"],
])("%s counts as a wrong request, not as a failure of the service", async (_what, sent) => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    await next();
    resolve(c.res.status);
  });
  const mount = backendMount({
    fetch: async (request) => {
      const failed = await request.text().then(
        () => false,
        () => true,
      );
      return new Response(null, { status: failed ? 500 : 200 });
    },
    isVisitor: () => Promise.resolve(true),
    trustProxy: false,
    onWrite: async () => {},
  });
  app.use(mount);
  const server = createServer(getRequestListener(app.fetch));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${sent}`);
  const timer = setTimeout(() => socket.destroy(), 200);
  expect(await promise).toBe(400);
  clearTimeout(timer);
  socket.destroy();
  server.close();
});
