import { getRequestListener } from "@hono/node-server";
import { randomBytes } from "node:crypto";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { xmlStream } from "../../app/site/resources/sitemap/xml.ts";
import { isStreamed, isStreamedAsData, streamed } from "./streaming.ts";

/** More than the buffers of sockets and compressors hold together. */
const TEXTS = 2_000;
const LONG = 50_000;

let server: Server;
let url: string;
let length: number;
/** The number of chunks produced, and whether the producer was told to stop. */
let made: number;
let stopped: boolean;

async function* texts() {
  try {
    while (made < TEXTS) {
      made += 1;
      // Random data, so that a compressor can't buffer much of it.
      yield `${made} ${randomBytes(length).toString("base64")}\n`;
    }
  } finally {
    stopped = true;
  }
}

beforeEach(async () => {
  made = 0;
  stopped = false;
  length = 100;
  server = createServer(
    getRequestListener(async (request) =>
      streamed(await xmlStream(texts()), {
        acceptEncoding: request.headers.get("accept-encoding") ?? undefined,
        bodyless: request.method === "HEAD",
      }),
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(() => server.close());

function ask(encoding: string, method = "GET"): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { method, agent: false, headers: { "accept-encoding": encoding } }, resolve).on(
      "error",
      reject,
    );
  });
}

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
  ["identity", (body: Buffer) => body],
])("sends the complete stream (%s)", async (encoding, decode) => {
  const answer = await ask(encoding);
  const chunks = (await answer.toArray()) as Buffer[];
  const lines = decode(Buffer.concat(chunks)).toString().trim().split("\n");
  expect(answer.headers).toMatchObject({ vary: "Accept-Encoding", "transfer-encoding": "chunked" });
  expect(answer.headers["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding);
  expect(lines.map((line) => Number.parseInt(line))).toEqual(
    Array.from({ length: TEXTS }, (_, n) => n + 1),
  );
});

test.each(["br", "identity"])(
  "stops producing for a client that reads nothing, and ends when it leaves (%s)",
  async (encoding) => {
    length = LONG;
    const answer = await ask(encoding);
    // The producer fills the connection's buffers, then stops long before the end.
    let before = -1;
    await vi.waitFor(
      () => {
        const grown = made !== before;
        before = made;
        expect(grown).toBe(false);
      },
      { interval: 300, timeout: 60_000 },
    );
    expect(made).toBeLessThan(TEXTS);
    expect(stopped).toBe(false);
    answer.destroy();
    await vi.waitFor(() => expect(stopped).toBe(true));
    expect(made).toBeLessThan(TEXTS);
  },
);

test("produces at most one chunk for HEAD", async () => {
  const answer = await ask("br", "HEAD");
  expect(answer.headers["content-type"]).toBe("application/xml; charset=utf-8");
  await vi.waitFor(() => expect(stopped).toBe(true));
  expect(made).toBeLessThanOrEqual(2);
});

test.each([
  ["/sitemap/jerseys-1-1.xml", true],
  ["/sitemap/pages.xml?x=1", true],
  ["/sitemap.xml", false],
  ["/sitemap/jerseys-1-1.xml.data", false],
  ["/en/sitemap/x.xml", false],
])("%s", (path, expected) => {
  expect(isStreamed(path)).toBe(expected);
  expect(isStreamedAsData(path)).toBe(path.endsWith(".data"));
});
