import { expect, test } from "vitest";

import { type Page, withPage } from "./page.ts";

const page = (after: string | null, next: string | null): Page<string> => ({
  items: [`after ${after}`],
  after,
  next,
});

const first = page(null, "a");
const second = page("a", "b");
const third = page("b", null);

test("a page that follows is added", () => {
  expect(withPage([first], second)).toEqual([first, second]);
});

test("a page that was there comes back to its place", () => {
  const newer = { ...second, items: ["newer"] };
  expect(withPage([first, second, third], newer)).toEqual([first, newer]);
  expect(withPage([first, second], first)).toEqual([first]);
});

test("any other page stands alone", () => {
  expect(withPage([first], third)).toEqual([third]);
  expect(withPage([], first)).toEqual([first]);
});
