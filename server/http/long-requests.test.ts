import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

import { answerLongRequests } from "./long-requests.ts";

async function send(head: string): Promise<string> {
  const server = createServer((_request, response) => response.end("ok"));
  answerLongRequests(server);
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(head);
  return text(socket);
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
const long = "x".repeat(17_000);

test.each([
  ["/catalogue?q=", "Cette adresse est trop longue."],
  ["/en/catalogue?q=", "This address is too long."],
  ["/es/catalogo?q=", "Esta dirección es demasiado larga."],
  ["/pt/catalogo?q=", "Este endereço é longo demais."],
])("an address of 17 kB at %s gets an answer in its language", async (path, words) => {
  const answer = await send(request(path + long));
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain(words);
});

test("a client of the services gets one that it can read", async () => {
  const answer = await send(request(`/rest/v1/jerseys?id=in.(${long})`));
  expect(JSON.parse(answer.split("\r\n\r\n")[1]!)).toEqual({
    code: "too_long",
    message: expect.stringContaining("too long"),
  });
});

test("other wrong requests are refused as before", async () => {
  expect(await send("no request\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(await send(request("/"))).toMatch(/^HTTP\/1\.1 200 /);
});
