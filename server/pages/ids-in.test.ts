import { expect, test } from "vitest";

import { idsIn } from "./ids-in.ts";

const ONE = "ebc56b8e-8524-5db0-bbfa-74fbfc6a3c06";
const OTHER = "c5c67fe1-ed41-5f07-b748-1895527dd1a3";

test("finds the ids of rows, each once, in answers and in addresses", () => {
  const answer = `[{"id":"${ONE}","author":{"id":"${OTHER}"}},{"id":"${ONE}"}]`;
  expect([...idsIn(answer)]).toEqual([ONE, OTHER]);
  expect([...idsIn(`http://site/rest/v1/jerseys?id=eq.${ONE}`)]).toEqual([ONE]);
  expect([...idsIn(`?id=in.%28%22${ONE}%22%2C%22${OTHER}%22%29`)]).toEqual([ONE, OTHER]);
});

test.each([
  "-8524-5db0-bbfa-74fbfc6a3c06",
  "ebc56b8e-8524-5db0-bbfa-74fbfc6a3c0",
  "ebc56b8g-8524-5db0-bbfa-74fbfc6a3c06",
  "2020-2021-2022-2023-2024",
])("does not take %s for an id", (text) => {
  expect([...idsIn(text)]).toEqual([]);
});
