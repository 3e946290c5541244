import { getRequestListener } from "@hono/node-server";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished, expect, test } from "vitest";

import { afterBody, UNREAD_LIMITS } from "./unread-bodies.ts";

const KB = 1024;

/** A server that refuses every body: unread, or after its first part. */
async function refusing(how: "unread" | "begun", limits: Partial<typeof UNREAD_LIMITS> = {}) {
  const refuse = afterBody(
    async (request) => {
      if (how === "begun") await request.body?.getReader().read();
      return Response.json({ message: "refused" }, { status: 415 });
    },
    { ...UNREAD_LIMITS, ...limits },
  );
  const server = createServer(getRequestListener(refuse)).listen(0, "127.0.0.1");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A raw client, which sees when bytes arrive and how the connection ends. */
function client(port: number) {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const seen = { text: "", ended: false, error: undefined as Error | undefined };
  socket.on("data", (chunk: Buffer) => (seen.text += chunk.toString()));
  socket.on("end", () => (seen.ended = true));
  socket.on("error", (error) => (seen.error = error));
  return { socket, seen };
}

const head = (length: number) =>
  `POST /upload HTTP/1.1\r\nHost: here\r\nContent-Type: image/tiff\r\nContent-Length: ${length}\r\n\r\n`;

const answers = (text: string) => text.match(/HTTP\/1\.1 415/g)?.length ?? 0;

async function sendSlowly(socket: Socket, length: number, parts: number, ms: number) {
  socket.write(head(length));
  for (let part = 0; part < parts; part += 1) {
    socket.write(Buffer.alloc(length / parts));
    await wait(ms);
  }
}

test.each(["unread", "begun"] as const)("a fast sender goes on, body %s", async (how) => {
  const { socket, seen } = client(await refusing(how));
  for (let count = 1; count <= 20; count += 1) {
    socket.write(head(800 * KB));
    socket.write(Buffer.alloc(800 * KB));
    await expect.poll(() => answers(seen.text), { interval: 2 }).toBe(count);
  }
  expect(seen.text).not.toMatch(/connection: close/i);
  expect(seen).toMatchObject({ ended: false, error: undefined });
});

test.each(["unread", "begun"] as const)("a slow sender goes on, body %s", async (how) => {
  const { socket, seen } = client(await refusing(how));
  // Longer than a second in all: servers that answer at once cut the connection before that.
  for (let count = 1; count <= 2; count += 1) {
    await sendSlowly(socket, 400 * KB, 8, 150);
    await expect.poll(() => answers(seen.text)).toBe(count);
  }
  expect(seen).toMatchObject({ ended: false, error: undefined });
});

test.each([
  ["too slow", { ms: 100 }],
  ["too long", { bytes: 100 * KB }],
])("a body that is %s gets its answer before the connection ends", async (_, limits) => {
  const { socket, seen } = client(await refusing("unread", limits));
  await sendSlowly(socket, 800 * KB, 8, 60);
  await expect.poll(() => seen.ended).toBe(true);
  expect(answers(seen.text)).toBe(1);
  expect(seen.text).toMatch(/connection: close/i);
  expect(seen.error).toBeUndefined();
});

test("a sender who never ends is cut off", async () => {
  const { socket, seen } = client(await refusing("unread", { ms: 50, lingerMs: 50 }));
  socket.write(head(1000 * KB));
  await once(socket, "close");
  expect(answers(seen.text)).toBe(1);
});

test("fetch keeps its connection over refused bodies of every size", async () => {
  const port = await refusing("unread");
  for (let size = 0; size < 30; size += 1) {
    const body = new Uint8Array(size * 60 * KB);
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toEqual({ message: "refused" });
  }
});
