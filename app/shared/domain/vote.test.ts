import { expect, test } from "vitest";

import { recounted, toggled } from "./vote.ts";

test("removes the same vote and switches to the other one", () => {
  expect(toggled(null, "up")).toBe("up");
  expect(toggled("up", "up")).toBeNull();
  expect(toggled("up", "down")).toBe("down");
});

test("updates counters with one member's vote", () => {
  const votes = { upvotes: 10, downvotes: 2 };
  expect(recounted(votes, null, "up")).toEqual({ upvotes: 11, downvotes: 2 });
  expect(recounted(votes, "up", "down")).toEqual({ upvotes: 9, downvotes: 3 });
  expect(recounted(votes, "down", null)).toEqual({ upvotes: 10, downvotes: 1 });
  expect(recounted(votes, "up", "up")).toEqual(votes);
});

test("never takes outdated counters below zero", () => {
  expect(recounted({ upvotes: 0, downvotes: 0 }, "up", null)).toEqual({ upvotes: 0, downvotes: 0 });
});
