import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";

import { compressed, negotiate } from "./compression.ts";

test.each([
  [undefined, undefined],
  ["", undefined],
  ["gzip", "gzip"],
  ["gzip, deflate, br", "br"],
  ["GZIP;q=0.5, BR;q=0", "gzip"],
  ["br;q=0.0, *", "gzip"],
  ["*", "br"],
  ["identity", undefined],
])("selects from %j the encoding %j", (header, expected) => {
  expect(negotiate(header)).toBe(expected);
});

const long = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id })));
const json = (body: string, headers = {}) =>
  new Response(body, { headers: { "content-type": "application/json", ...headers } });

test("compresses text as the client accepts", async () => {
  const br = await compressed(json(long, { etag: '"a"' }), "br, gzip");
  expect(br.headers.get("content-encoding")).toBe("br");
  expect(br.headers.get("vary")).toBe("Accept-Encoding");
  expect(br.headers.get("etag")).toBe('W/"a"');
  expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe(long);
  const gzip = await compressed(json(long), "gzip");
  expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(long);
});

test("does not compress short answers, images, parts, or compressed content", async () => {
  const image = new Response(long, { headers: { "content-type": "image/webp" } });
  const encoded = json(long, { "content-encoding": "gzip" });
  const part = new Response(long, { status: 206, headers: { "content-type": "text/plain" } });
  for (const response of [json("[]"), image, encoded, part]) {
    const before = response.headers.get("content-encoding");
    expect((await compressed(response, "br")).headers.get("content-encoding")).toBe(before);
  }
  expect(await (await compressed(json("[]"), "br")).text()).toBe("[]");
});

test("keeps the status of an answer without a body", async () => {
  const empty = await compressed(new Response(null, { status: 204 }), "br");
  expect(empty.status).toBe(204);
});
