import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { HEADERS } from "../../src/http/headers.ts";
import { Turns } from "../../src/storage/image/turns.ts";
import { picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
let large: Buffer<ArrayBuffer>;
let small: string;
let heavy: string;
beforeAll(async () => {
  fixture = await startStorageFixture();
  large = await picture("jpeg", 300, 200);
  small = await stored(await picture("png", 40, 30), "png");
});
beforeEach(async () => void (heavy = await stored(large, "jpeg")));
afterEach(() => vi.restoreAllMocks());
afterAll(() => fixture.close());

async function stored(content: Buffer<ArrayBuffer>, type: string): Promise<string> {
  const name = fixture.name(type);
  const { error } = await fixture.owner.photos.upload(name, content, {
    contentType: `image/${type}`,
  });
  expect(error).toBeNull();
  return name;
}

/** Requests a rendering from an address, and reads it. */
async function render(name: string, query: string, caller: string, signal?: AbortSignal) {
  const answer = await fetch(
    `${fixture.site.url}/storage/v1/render/image/public/photos/${name}?${query}`,
    { headers: { [HEADERS.clientAddress]: caller }, ...(signal && { signal }) },
  );
  await answer.arrayBuffer();
  return answer.status;
}

/** Widths of renderings of one picture, each its own task. */
const WIDTHS = [30, 31, 32, 33, 34, 35, 36, 37];
const flood = (caller: string, signal?: AbortSignal) =>
  WIDTHS.map((width) => render(heavy, `width=${width}&format=avif`, caller, signal));

/** Holds each task on an image that starts until the test lets it go on. */
function holdTasks() {
  const state = {
    /** Tasks that were asked for, and the signals of those who wait for them. */
    asked: 0,
    signals: [] as AbortSignal[],
    /** The numbers of the tasks that have started, in this order; from 0 as they were asked for. */
    started: [] as number[],
    /** Lets a task that has started go on. */
    release: (number: number) => gates.get(number)!.resolve(),
  };
  const gates = new Map<number, PromiseWithResolvers<void>>();
  const original = Turns.prototype.task;
  vi.spyOn(Turns.prototype, "task").mockImplementation(function (this: Turns, work) {
    const number = state.asked++;
    const gate = Promise.withResolvers<void>();
    gates.set(number, gate);
    const task = original.call(this, async (signal) => {
      state.started.push(number);
      await gate.promise;
      return work(signal);
    });
    const join: typeof task.join = (caller, signal) => {
      if (signal) state.signals.push(signal);
      return task.join(caller, signal);
    };
    return { ...task, join } as never;
  });
  return state;
}

/** Lets all tasks go on, those too that start later, until the works are done. */
async function finish(tasks: ReturnType<typeof holdTasks>, works: Promise<unknown>[]) {
  for (let number = 0; number < tasks.asked; number += 1) tasks.release(number);
  await Promise.all(works);
}

/** While one caller's works are held, another caller's rendering is made. */
async function renderedBeside(
  tasks: ReturnType<typeof holdTasks>,
  works: Promise<unknown>[],
  other: () => Promise<number>,
) {
  await expect.poll(() => tasks.asked).toBe(works.length);
  const status = other();
  await expect.poll(() => tasks.started).toContain(works.length);
  tasks.release(works.length);
  const before = tasks.started.length;
  await finish(tasks, works);
  return { status: await status, before };
}

test("many large renderings of one caller don't delay another's small image", async () => {
  const tasks = holdTasks();
  const floods = flood("192.0.2.1");
  const other = () => render(small, "width=20", "192.0.2.2");
  const { status, before } = await renderedBeside(tasks, floods, other);
  expect(status).toBe(200);
  expect(before, "started by then").toBeLessThan(floods.length);
});

test("addresses of one network are one caller", async () => {
  const tasks = holdTasks();
  const floods = WIDTHS.map((width, index) =>
    render(heavy, `width=${width}&format=avif`, `2001:db8::${1 + (index % 4)}`),
  );
  const other = () => render(small, "width=21", "2001:db8:1::1");
  const { status, before } = await renderedBeside(tasks, floods, other);
  expect(status).toBe(200);
  expect(before, "started by then").toBeLessThan(floods.length);
});

test("renderings whose client has left are not made", async () => {
  const tasks = holdTasks();
  const left = new AbortController();
  const floods = flood("192.0.2.3", left.signal);
  await expect.poll(() => tasks.signals.length).toBe(WIDTHS.length);
  const running = tasks.started.length;
  expect(running).toBeLessThan(WIDTHS.length);
  left.abort();
  await Promise.allSettled(floods);
  await expect
    .poll(() => tasks.signals.filter(({ aborted }) => aborted).length)
    .toBe(WIDTHS.length);
  // The same caller: its turn comes after whatever it left behind.
  const status = render(small, "width=22", "192.0.2.3");
  await expect.poll(() => tasks.asked).toBe(WIDTHS.length + 1);
  await finish(tasks, [status]);
  expect(await status).toBe(200);
  expect(tasks.started.slice(running)).toEqual([WIDTHS.length]);
});

test("inspecting uploads takes turns too", async () => {
  const tasks = holdTasks();
  const uploads = Array.from({ length: 8 }, async () => {
    const name = fixture.name("jpeg");
    const answer = await fetch(`${fixture.site.url}/storage/v1/object/photos/${name}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${fixture.owner.token}`,
        "content-type": "image/jpeg",
        [HEADERS.clientAddress]: "192.0.2.4",
      },
      body: large,
    });
    expect(answer.status).toBe(200);
  });
  const other = () => render(small, "width=23", "192.0.2.5");
  const { status, before } = await renderedBeside(tasks, uploads, other);
  expect(status).toBe(200);
  expect(before, "started by then").toBeLessThan(uploads.length);
});
