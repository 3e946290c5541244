import { expect, test } from "vitest";

import { rating } from "./rating.ts";

test.each([
  { upvotes: 0, downvotes: 0, expected: undefined },
  { upvotes: 3, downvotes: 0, expected: 5 },
  { upvotes: 0, downvotes: 4, expected: 0 },
  { upvotes: 3, downvotes: 1, expected: 3.75 },
])("rates $upvotes up and $downvotes down as $expected", ({ expected, ...votes }) => {
  expect(rating(votes)).toBe(expected);
});
