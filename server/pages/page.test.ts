import { expect, test } from "vitest";

import { Page } from "./page.ts";

const ONE = "ebc56b8e-8524-5db0-bbfa-74fbfc6a3c06";
const OTHER = "c5c67fe1-ed41-5f07-b748-1895527dd1a3";

const idsOf = (html: string) => [...new Page(200, new Headers(), Buffer.from(html)).ids];

test("collects the ids of the shown rows, each once, anywhere in the page", () => {
  const html = `${ONE} <a href="/jersey/é/${OTHER}">${ONE}</a>{"id":"${OTHER}"}`;
  expect(idsOf(html)).toEqual([ONE, OTHER]);
});

test.each([
  "-8524-5db0-bbfa-74fbfc6a3c06",
  "ebc56b8e-8524-5db0-bbfa-74fbfc6a3c0",
  "ebc56b8g-8524-5db0-bbfa-74fbfc6a3c06",
  "2020-2021-2022-2023-2024",
])("does not take %s for an id", (text) => {
  expect(idsOf(text)).toEqual([]);
});
