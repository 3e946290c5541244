import { expect, test } from "vitest";

import { Turns } from "./turns.ts";

/** Turns, and tasks that end when the test says so. */
function controlled(limits: Partial<ConstructorParameters<typeof Turns>[0]> = {}) {
  const turns = new Turns({
    total: 2,
    caller: 2,
    waiting: { perCaller: 10, total: 20 },
    ...limits,
  });
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const work = (name: string) => () => {
    started.push(name);
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return end.promise;
  };
  return {
    turns,
    started,
    work,
    run: (caller: string, name: string, signal?: AbortSignal) =>
      turns.run(caller, signal, work(name)),
    end: (name: string) => ends.get(name)!.resolve(),
    fail: (name: string) => ends.get(name)!.reject(new Error("broken")),
  };
}

test("limits concurrency, queues the next in order, and refuses the rest", async () => {
  const { run, started, fail, end } = controlled({ waiting: { perCaller: 2, total: 2 } });
  const works = ["0", "1", "2", "3"].map((name) => run("a", name));
  await expect(run("a", "4")).rejects.toMatchObject({ status: 429 });
  expect(started).toEqual(["0", "1"]);

  fail("1");
  await expect(works[1]).rejects.toThrow("broken");
  await expect.poll(() => started).toEqual(["0", "1", "2"]);
  end("0");
  await works[0];
  await expect.poll(() => started).toEqual(["0", "1", "2", "3"]);
  end("2");
  end("3");
  await Promise.all([works[2], works[3]]);
});

test("callers take turns, whoever asked first and most", async () => {
  const { run, started, end } = controlled({ total: 1, caller: 1 });
  const works = ["a1", "a2", "a3"].map((name) => run("a", name));
  works.push(run("b", "b1"), run("c", "c1"), run("b", "b2"));
  for (const next of ["a1", "b1", "c1", "a2", "b2", "a3"]) {
    await expect.poll(() => started.at(-1)).toBe(next);
    end(next);
  }
  await Promise.all(works);
});

test("one caller doesn't get every place", async () => {
  const { run, started, end } = controlled({ total: 2, caller: 1 });
  const works = [run("a", "a1"), run("a", "a2"), run("b", "b1")];
  expect(started).toEqual(["a1", "b1"]);
  end("b1");
  await works[2];
  expect(started).toEqual(["a1", "b1"]);
  end("a1");
  await expect.poll(() => started).toEqual(["a1", "b1", "a2"]);
  end("a2");
  await Promise.all(works);
});

test("one caller's waiting tasks are limited, those of others aren't refused for them", async () => {
  const { run, started, end } = controlled({
    total: 1,
    caller: 1,
    waiting: { perCaller: 1, total: 9 },
  });
  const first = run("a", "a1");
  const second = run("a", "a2");
  await expect(run("a", "a3")).rejects.toMatchObject({ status: 429 });
  const other = run("b", "b1");
  for (const [name, work] of [
    ["a1", first],
    ["b1", other],
    ["a2", second],
  ] as const) {
    await expect.poll(() => started.at(-1)).toBe(name);
    end(name);
    await work;
  }
});

test("a task whose client has left is not started", async () => {
  const { run, started, end } = controlled({ total: 1, caller: 1 });
  const first = run("a", "a1");
  const left = new AbortController();
  const gone = run("a", "a2", left.signal);
  const last = run("a", "a3");
  left.abort();
  await expect(gone).rejects.toMatchObject({ status: 499 });
  end("a1");
  await first;
  await expect.poll(() => started).toEqual(["a1", "a3"]);
  end("a3");
  await last;
  await expect(run("a", "a4", left.signal)).rejects.toMatchObject({ status: 499 });
});

test("a shared task runs once, in the first turn of those who wait, as long as one of them does", async () => {
  const { turns, run, work, started, end } = controlled({ total: 1, caller: 1 });
  const first = run("a", "a1");
  const second = run("a", "a2");
  const shared = turns.task(work("shared"));
  const [left, stays] = [new AbortController(), new AbortController()];
  const one = shared.join("a", left.signal);
  const other = shared.join("b", stays.signal);
  left.abort();
  end("a1");
  await first;
  // In the turn of b, before the second task of a.
  await expect.poll(() => started).toEqual(["a1", "shared"]);
  end("shared");
  await Promise.all([one, other]);
  end("a2");
  await second;
});

test("a running task hears that everybody has left", async () => {
  const { turns } = controlled();
  const left = new AbortController();
  let heard = false;
  const result = turns
    .task((signal) => {
      signal.addEventListener("abort", () => (heard = true));
      return new Promise<void>(() => {});
    })
    .join("a", left.signal);
  left.abort();
  await expect(result).rejects.toMatchObject({ status: 499 });
  expect(heard).toBe(true);
});
