import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { VariantCache } from "./cache.ts";

let directory: string;
beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), "variants-"))));
afterEach(() => rm(directory, { recursive: true, force: true }));

const image = (size: number) => Buffer.alloc(size, 1);
const files = async () =>
  (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );

test("evicts the least recently used images when there are too many bytes", async () => {
  const cache = new VariantCache(directory, 250);
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
  await cache.set(one, "a", image(100));
  await cache.set(two, "a", image(100));
  expect(await cache.get(one, "a")).toEqual(image(100));
  await cache.set(three, "a", image(100));
  await expect.poll(async () => (await files()).length).toBe(2);
  expect(await cache.get(two, "a")).toBeUndefined();
  expect(await cache.get(one, "a")).toEqual(image(100));
});

test("finds and counts its images after a restart", async () => {
  const version = randomUUID();
  await new VariantCache(directory, 250).set(version, "a", image(200));
  const later = new VariantCache(directory, 250);
  await later.load();
  expect(await later.get(version, "a")).toEqual(image(200));
  await later.set(version, "b", image(100));
  await expect.poll(async () => (await files()).map((file) => file.name)).toEqual(["b"]);
});

test("removes every size of one image and of no other", async () => {
  const cache = new VariantCache(directory, 1000);
  const [one, two] = [randomUUID(), randomUUID()];
  await Promise.all([
    cache.set(one, "a", image(1)),
    cache.set(one, "b", image(1)),
    cache.set(two, "a", image(1)),
  ]);
  await cache.remove(one);
  expect(await cache.get(one, "a")).toBeUndefined();
  expect(await cache.get(two, "a")).toEqual(image(1));
  await cache.remove(one);
});

test("accepts only versions as names", async () => {
  await expect(new VariantCache(directory, 10).get("../../etc/passwd", "a")).rejects.toThrow(
    "not a version",
  );
});
