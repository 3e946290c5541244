import { expect, test } from "vitest";

import { limiter } from "./limiter.ts";

test("limits concurrency, queues the next in order, and refuses the rest", async () => {
  const run = limiter(2, 2);
  const started: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const work = (index: number) =>
    run(() => {
      started.push(index);
      ends[index] = Promise.withResolvers<void>();
      return ends[index].promise;
    });
  const works = [0, 1, 2, 3].map(work);
  await expect(work(4)).rejects.toMatchObject({ status: 429 });
  expect(started).toEqual([0, 1]);

  ends[1]!.reject(new Error("broken"));
  await expect(works[1]).rejects.toThrow("broken");
  await expect.poll(() => started).toEqual([0, 1, 2]);
  ends[0]!.resolve();
  await works[0];
  await expect.poll(() => started).toEqual([0, 1, 2, 3]);
  ends[2]!.resolve();
  ends[3]!.resolve();
  await Promise.all([works[2], works[3]]);
});
