import { describe, expect, test } from "vitest";

import { type ArrangedPhoto, arranged, isSameArrangement } from "./photo-arrangement.ts";

const photos = (text: string): ArrangedPhoto[] =>
  text.split(" ").map((word) => ({ id: word[0]!, kind: word.endsWith("!") ? "back" : null }));

describe("arranges photos", () => {
  test.each([
    ["in another order", "a b c", "c a b", "c a b"],
    ["with other kinds", "a b! c", "a! b c", "a! b c"],
    ["without those that are gone", "a c", "c b a", "c a"],
    ["with those that came since in their places", "a d b c e", "c b a", "c d b a e"],
    ["that share none", "a b", "c d", "a b"],
  ])("%s", (_, present, wanted, result) => {
    expect(arranged(photos(present), photos(wanted))).toEqual(photos(result));
  });

  test("and knows what changes nothing", () => {
    expect(isSameArrangement(photos("a b!"), photos("a b!"))).toBe(true);
    expect(isSameArrangement(photos("a b!"), photos("a b"))).toBe(false);
    expect(isSameArrangement(photos("a b"), photos("b a"))).toBe(false);
    expect(isSameArrangement(photos("a b"), photos("a"))).toBe(false);
  });
});
