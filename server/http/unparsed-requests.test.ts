import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";

import { answerUnparsed } from "./unparsed-requests.ts";

const server = createServer((_request, response) => response.end("fine"));
beforeAll(async () => {
  answerUnparsed(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const port = () => (server.address() as AddressInfo).port;

async function answerTo(request: string): Promise<string> {
  const socket = connect(port(), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => (answer += String(chunk)));
  socket.on("error", () => {});
  socket.write(request);
  await new Promise((resolve) => socket.on("close", resolve));
  return answer;
}

test("an address that is too long gets a sentence that clients can read", async () => {
  const ids = Array.from({ length: 600 }, () => crypto.randomUUID()).join(",");
  const answer = await fetch(`http://127.0.0.1:${port()}/rest/v1/jerseys?id=in.(${ids})`);
  expect(answer.status).toBe(431);
  expect(await answer.json()).toMatchObject({
    code: "431",
    message: expect.stringContaining("at most 16 kB"),
  });
});

test("so does what is no HTTP", async () => {
  const answer = await answerTo("hello\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({ code: "400" });
});
