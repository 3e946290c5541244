import { expect, test, vi } from "vitest";

import { createBatchLoader } from "./batch-loader.ts";

type Load = (keys: number[]) => Promise<Map<number, number>>;

const doubles = vi.fn<Load>(async (keys) => new Map(keys.map((key) => [key, key * 2])));

test("loads simultaneous requests together", async () => {
  doubles.mockClear();
  const double = createBatchLoader(doubles, 10);
  expect(await Promise.all([double(1), double(2), double(1)])).toEqual([2, 4, 2]);
  expect(doubles.mock.calls).toEqual([[[1, 2]]]);
});

test("limits the number of keys in one request", async () => {
  doubles.mockClear();
  const double = createBatchLoader(doubles, 2);
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(doubles.mock.calls).toEqual([[[1, 2]], [[3]]]);
});

test("returns undefined for what is not found", async () => {
  const find = createBatchLoader(async () => new Map<number, string>(), 10);
  expect(await find(1)).toBeUndefined();
});

test("passes a failure to every caller and does not cache it", async () => {
  const load = vi.fn<Load>(async (keys) => new Map(keys.map((key) => [key, key])));
  load.mockRejectedValueOnce(new Error("offline"));
  const find = createBatchLoader(load, 10);
  const first = await Promise.allSettled([find(1), find(2)]);
  expect(first.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await find(1)).toBe(1);
});
