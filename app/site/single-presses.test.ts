import { afterEach, expect, test, vi } from "vitest";

import { dropSecondClicks } from "./single-presses.ts";

afterEach(() => vi.unstubAllGlobals());

class Thing {
  readonly isOnce: boolean;
  constructor(isOnce: boolean) {
    this.isOnce = isOnce;
  }
  closest = () => (this.isOnce ? this : null);
}

const [ADD, OTHER] = [new Thing(true), new Thing(false)];

const mouse = (target: Thing, detail: number) => ({ target, detail, pointerType: "mouse" });
const tap = (target: Thing, timeStamp: number, clientY = 10) => ({
  ...{ target, timeStamp, clientX: 10, clientY, detail: 1, pointerType: "touch" },
});

test.each([
  ["a double click", [mouse(ADD, 1), mouse(ADD, 2)], [true, false]],
  ["one whose button has gone", [mouse(ADD, 1), mouse(OTHER, 2)], [true, false]],
  ["one of another button", [mouse(OTHER, 1), mouse(OTHER, 2)], [true, true]],
  ["two clicks", [mouse(ADD, 1), mouse(ADD, 1)], [true, true]],
  ["a double tap", [tap(ADD, 0), tap(OTHER, 150)], [true, false]],
  ["two taps", [tap(ADD, 0), tap(ADD, 900)], [true, true]],
  ["two taps in two places", [tap(ADD, 0), tap(OTHER, 150, 200)], [true, true]],
])("%s", (_name, events, seen) => {
  vi.stubGlobal("Element", Thing);
  let listener: (event: unknown) => void = () => {};
  vi.stubGlobal("addEventListener", (_type: string, listens: typeof listener) => {
    listener = listens;
  });
  dropSecondClicks();
  const isSeen = (event: object) => {
    const stopImmediatePropagation = vi.fn<() => void>();
    listener({ ...event, preventDefault: () => {}, stopImmediatePropagation });
    return stopImmediatePropagation.mock.calls.length === 0;
  };
  expect(events.map(isSeen)).toEqual(seen);
});
