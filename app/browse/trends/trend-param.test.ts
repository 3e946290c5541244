import { expect, test } from "vitest";

import { trendOf, trendSearch } from "./trend-param.ts";

test.each([
  ["trends=rising", "rising"],
  ["trends=best", "best"],
  ["trends=falling", "best"],
  ["", "best"],
])("reads %j as %s", (query, choice) => {
  expect(trendOf(new URLSearchParams(query))).toBe(choice);
});

test("changes only the choice", () => {
  const params = new URLSearchParams("league=NBA&trends=rising");
  expect(trendSearch(params, "best")).toBe("?league=NBA");
  expect(trendSearch(new URLSearchParams("league=NBA"), "rising")).toBe(
    "?league=NBA&trends=rising",
  );
  expect(trendSearch(new URLSearchParams("trends=rising"), "best")).toBe("");
});
