import { expect, test } from "vitest";

import { lowestGap } from "./toast-place.ts";

const window = { top: 64, bottom: 780 };

test("is at the end of the window if nothing is pressed there", () => {
  expect(lowestGap(80, window, [])).toBe(780);
  expect(lowestGap(80, window, [{ top: 600, bottom: 644 }])).toBe(780);
});

test("is above what is pressed, in the lowest gap that is high enough", () => {
  const taken = [
    { top: 200, bottom: 244 },
    { top: 740, bottom: 784 },
    { top: 640, bottom: 684 },
    { top: 700, bottom: 730 },
  ];
  expect(lowestGap(80, window, taken)).toBe(640);
  expect(lowestGap(50, window, taken)).toBe(640);
  expect(lowestGap(10, window, taken)).toBe(740);
});

test("is at the end if there is no gap, because that can be scrolled away", () => {
  const taken = Array.from({ length: 20 }, (_, n) => ({ top: n * 50, bottom: n * 50 + 44 }));
  expect(lowestGap(80, window, taken)).toBe(780);
});

test("passes over what is under the site's bar, and what is out of the window", () => {
  const taken = [
    { top: 0, bottom: 60 },
    { top: 900, bottom: 944 },
  ];
  expect(lowestGap(700, window, taken)).toBe(780);
});
