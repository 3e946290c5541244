import { expect, test } from "vitest";

import { itemsOf, type Page, withPage } from "./page.ts";

const page = (after: string | null, next: string | null): Page<string> => ({
  items: [`after ${after}`],
  after,
  next,
});

const first = page(null, "a");
const second = page("a", "b");
const third = page("b", null);

test("appends the next page", () => {
  expect(withPage([first], second)).toEqual([first, second]);
});

test("replaces a page that was loaded before", () => {
  const newer = { ...second, items: ["newer"] };
  expect(withPage([first, second, third], newer)).toEqual([first, newer]);
  expect(withPage([first, second], first)).toEqual([first]);
});

test("starts anew with any other page", () => {
  expect(withPage([first], third)).toEqual([third]);
  expect(withPage([], first)).toEqual([first]);
});

test("rows that come again on a later page are shown once, in their first place", () => {
  const rows = (...ids: string[]) => ids.map((id) => ({ id }));
  const pages = [
    { items: rows("a", "b"), after: null, next: "b" },
    { items: rows("c", "a"), after: "b", next: null },
  ];
  expect(itemsOf(pages)).toEqual(rows("a", "b", "c"));
});
