import { expect, test } from "vitest";

import { roomForImages } from "./image-rules.ts";

const files = (member: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${member}/${index}.webp`);

test.each([
  [[], 5],
  [files("me", 2), 3],
  [files("me", 5), 0],
  // Photos of others take no room of the author's five.
  [[...files("me", 2), ...files("other", 5)], 3],
  [[...files("me", 2), ...files("a", 5), ...files("b", 5), ...files("c", 5)], 3],
  [[...files("me", 3), ...files("a", 5), ...files("b", 5), ...files("c", 5), null], 1],
  [[...files("me", 1), ...files("a", 20)], 0],
])("of %j there is room for %i", (paths, room) => {
  expect(roomForImages(paths, "me")).toBe(room);
});
