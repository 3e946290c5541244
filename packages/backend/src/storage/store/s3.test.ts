import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
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
