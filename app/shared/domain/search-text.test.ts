import { expect, test } from "vitest";

import { LONGEST_QUERY, tidyQuery } from "./search-text.ts";

test.each([
  ["  paris \t saint-germain\n", "paris saint-germain"],
  ["pa\0ris\u0007", "pa ris"],
  ["\0\0", ""],
  ["Málaga 👕", "Málaga 👕"],
])("searches for %j as %j", (typed, query) => {
  expect(tidyQuery(typed)).toBe(query);
});

test("shortens a long text", () => {
  expect(tidyQuery("a".repeat(4_000))).toHaveLength(LONGEST_QUERY);
});
