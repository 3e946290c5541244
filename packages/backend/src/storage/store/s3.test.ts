import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { toStorageError } from "../errors.ts";
import { s3Store } from "./s3.ts";

test("treats a store that accepts connections but never answers as unavailable", async () => {
  const silent = createServer((socket) => {
    socket.on("error", () => {});
    socket.resume();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const folder = await mkdtemp(join(tmpdir(), "backend-s3-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const picture = join(folder, "picture");
  await writeFile(picture, "a picture");

  const { port } = silent.address() as AddressInfo;
  const account = { accessKeyId: "key", secretAccessKey: "secret" };
  const endpoint = `http://127.0.0.1:${port}`;
  const store = s3Store({ bucket: "photos", region: "here", endpoint, ...account }, 50);
  const problem = await store.put("version", picture, "image/webp").then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(toStorageError(problem)).toMatchObject({ status: 503, code: "ServiceUnavailable" });
  expect(await readFile(picture, "utf8"), "what was sent is still there").toBe("a picture");
});

test("sends a file that is too large for memory as it is on disk", async () => {
  const received: number[] = [];
  const bucket = createHttpServer((request, response) => {
    let bytes = 0;
    request.on("data", (chunk: Buffer) => (bytes += chunk.length));
    request.on("end", () => {
      received.push(bytes);
      response.end();
    });
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void bucket.close());
  await once(bucket, "listening");
  const folder = await mkdtemp(join(tmpdir(), "backend-s3-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "dump");
  const size = 17 * 1024 * 1024;
  await writeFile(file, Buffer.alloc(size));

  const { port } = bucket.address() as AddressInfo;
  const account = { accessKeyId: "key", secretAccessKey: "secret" };
  const endpoint = `http://127.0.0.1:${port}`;
  const store = s3Store({ bucket: "files", region: "here", endpoint, ...account });
  await store.put("version", file, "application/gzip");
  expect(received).toEqual([size]);
});
