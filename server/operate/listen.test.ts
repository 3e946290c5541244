import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished, test, expect } from "vitest";

import { drain } from "./listen.ts";

const REQUEST = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";

/** A server and a connection to it that stays open after a first answer. */
async function openConnection(): Promise<{ server: Server; socket: Socket }> {
  const server = createServer((_request, answer) => answer.end("done")).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(REQUEST);
  await once(socket, "data");
  return { server, socket };
}

test("answers a request sent before the server stops, and closes its connection", async () => {
  const { server, socket } = await openConnection();
  socket.write(REQUEST); // it has arrived, but isn't read yet
  const [answer] = await Promise.all([text(socket), drain(server)]);
  expect(answer).toContain("HTTP/1.1 200 OK");
  expect(answer).toMatch(/connection: close/i);
  expect(answer).toMatch(/done\s*$/);
});

test("stops in spite of an idle connection", async () => {
  const { server, socket } = await openConnection();
  await Promise.all([text(socket), drain(server)]);
  expect(server.listening).toBe(false);
});
