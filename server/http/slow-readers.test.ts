import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";

import type { HttpEnv } from "./context.ts";
import { limitConcurrencyPerAddress } from "./load-shedding.ts";

/** More than the buffers between two programs hold, in bytes. */
const LARGE = 64 * 1024 * 1024;

test("who doesn't read their answers has no more of them open than the limit", async () => {
  const app = new Hono<HttpEnv>();
  app.use(limitConcurrencyPerAddress(2, false));
  app.get("/small", (c) => c.text("small"));
  app.get("/large", (c) => c.body(new Blob([new Uint8Array(LARGE)]).stream()));
  const server = createServer(getRequestListener(app.fetch));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const statusOfSmall = async () => (await fetch(`http://127.0.0.1:${port}/small`)).status;

  const idlers = [1, 2].map(() => {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {}).pause();
    socket.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
    return socket;
  });
  await expect.poll(statusOfSmall).toBe(429);
  idlers[0]!.destroy();
  await expect.poll(statusOfSmall).toBe(200);
  // Each answer that was read has given its place back.
  for (let time = 0; time < 5; time += 1) expect(await statusOfSmall()).toBe(200);
});
