import { expect, test } from "vitest";

import { ranked, seenShirt } from "./identify.ts";

test("an address says what was seen, and nothing that the catalogue can't know", () => {
  const seen = seenShirt(
    new URLSearchParams("color=red&color=plaid&decade=1990&brand=&q=psg&label= 638918-013 "),
  );
  expect(seen.looks).toEqual(["color", "years"]);
  expect(seen.query).toMatchObject({ color: ["red"], from: 1990, to: 1999, q: "" });
  expect(seen.code).toBe("638918-013");
});

test("what agrees most comes first, each once", () => {
  const [a, b, c] = [{ id: "a" }, { id: "b" }, { id: "c" }];
  const found = ranked(
    ["color", "sport", "brand"],
    [
      { jerseys: [a!], without: [] },
      { jerseys: [a!, b!], without: ["sport"] },
      { jerseys: [b!, c!], without: ["brand"] },
    ],
  );
  expect(found).toEqual([
    { jersey: a, agrees: ["color", "sport", "brand"], differs: [] },
    { jersey: b, agrees: ["color", "brand"], differs: ["sport"] },
    { jersey: c, agrees: ["color", "sport"], differs: ["brand"] },
  ]);
});
