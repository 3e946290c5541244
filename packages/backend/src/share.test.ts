import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { NoRoom } from "./places.ts";
import { Share } from "./share.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that ends when it is told to. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>();
  let started = false;
  return {
    run: () => {
      started = true;
      return promise;
    },
    end: () => resolve("done"),
    hasStarted: () => started,
  };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

test("runs a client's requests up to its share, the others in order", async () => {
  const share = new Share({ total: 10, caller: 2, waiting: 9 });
  const works = [work(), work(), work(), work()];
  const results = works.map(({ run }) => share.run("a", run));
  const another = work();
  void share.run("b", another.run);
  await settled();
  expect(works.map(({ hasStarted }) => hasStarted())).toEqual([true, true, false, false]);
  expect(another.hasStarted()).toBe(true);
  works[1]!.end();
  await settled();
  expect(works.map(({ hasStarted }) => hasStarted())).toEqual([true, true, true, false]);
  for (const { end } of works) end();
  expect(await Promise.all(results)).toEqual(["done", "done", "done", "done"]);
  expect(share.isBusy).toBe(false);
});

test("runs only so many in all", async () => {
  const share = new Share({ total: 2, caller: 2, waiting: 9 });
  const works = [work(), work(), work()];
  works.forEach(({ run }, index) => void share.run(String(index), run));
  await settled();
  expect(works.map(({ hasStarted }) => hasStarted())).toEqual([true, true, false]);
  works[0]!.end();
  await settled();
  expect(works[2]!.hasStarted()).toBe(true);
});

test("refuses a request that waits too long, and one too many", async () => {
  const share = new Share({ total: 1, caller: 1, waiting: 9 });
  void share.run("a", work().run);
  const late = share.run("a", work().run);
  await Promise.all([expect(late).rejects.toThrow(NoRoom), vi.advanceTimersByTimeAsync(5_000)]);
  const waiting = Array.from({ length: 9 }, () => share.run("a", work().run));
  for (const each of waiting) each.catch(() => {});
  await expect(share.run("a", work().run)).rejects.toThrow(NoRoom);
  await vi.advanceTimersByTimeAsync(5_000);
});

test("gives the place of failed work to the next", async () => {
  const share = new Share({ total: 1, caller: 1, waiting: 9 });
  const failing = share.run("a", () => Promise.reject(new Error("no")));
  const next = share.run("a", () => Promise.resolve("next"));
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});

test("callers who wait take turns, whoever has sent more", async () => {
  const share = new Share({ total: 1, caller: 1, waiting: 9 });
  const order: string[] = [];
  const running = work();
  const ended = [share.run("a", running.run)];
  for (const caller of ["a", "a", "a", "b", "b", "c"]) {
    ended.push(share.run(caller, () => Promise.resolve(String(order.push(caller)))));
  }
  running.end();
  await Promise.all(ended);
  expect(order.join("")).toBe("abcaba");
});
