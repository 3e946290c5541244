import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

import { isUnreachable } from "../database/unreachable.ts";
import { isCutOff } from "./cut-off.ts";

/** The error that a server gets for a body of these bytes. */
async function errorOf(sent: string): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const server = createServer((request) => void text(request).then(resolve, resolve));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${sent}`);
  setTimeout(() => socket.destroy(), 200);
  const error = await promise;
  server.close();
  return error;
}

test.each([
  ["a malformed chunk extension", "5;\u0000bad\r\nhello\r\n"],
  ["a chunk that is no number", "zz\r\nhello\r\n"],
  ["a client that leaves", "5\r\nhel"],
])("%s is an incomplete request and no lost database", async (_what, sent) => {
  const error = await errorOf(sent);
  expect(error).toBeInstanceOf(Error);
  expect(isCutOff(error)).toBe(true);
  expect(isUnreachable(error)).toBe(false);
});

test("a lost database is no incomplete request", () => {
  const error = Object.assign(new Error("read ECONNRESET"), {
    code: "ECONNRESET",
    syscall: "read",
  });
  expect(isCutOff(error)).toBe(false);
  expect(isUnreachable(error)).toBe(true);
});
