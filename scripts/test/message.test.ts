import { expect, test } from "vitest";

import { firstLines, lastLines } from "./message.ts";

test("errors are shortened to plain lines", () => {
  const text = `\x1b[31mone\x1b[39m\n\n  two  \n${"x".repeat(300)}\n${"more\n".repeat(20)}`;
  const lines = firstLines(text).split("\n");
  expect(lines.slice(0, 2)).toEqual(["one", "  two"]);
  expect(lines[2]).toHaveLength(200);
  expect(lines).toHaveLength(12);
  expect(lastLines("a\nb\n\nc\n", 2)).toBe("b\nc");
});
