import fc from "fast-check";
import { expect, test } from "vitest";

import { allowedRedirect, withFragment, withQuery } from "./redirects.ts";

const SITE = "https://maillotheque.example";

test.each([
  [
    "https://maillotheque.example/en/auth?next=%2F#x",
    "https://maillotheque.example/en/auth?next=%2F",
  ],
  ["https://maillotheque.example", "https://maillotheque.example/"],
  ["https://maillotheque.example:443/a", "https://maillotheque.example/a"],
  ["http://maillotheque.example/a", "https://maillotheque.example/"],
  ["https://maillotheque.example.evil/", "https://maillotheque.example/"],
  ["/en", "https://maillotheque.example/"],
  ["", "https://maillotheque.example/"],
  [undefined, "https://maillotheque.example/"],
])("%s leads to %s", (wanted, target) => {
  expect(allowedRedirect(SITE, wanted).href).toBe(target);
});

test("nothing leads off the site", () => {
  const piece = fc.constantFrom(
    "https:",
    "//",
    "\\",
    "/",
    "@",
    "maillotheque.example",
    "evil",
    "#",
    "?",
    ":",
    "\t",
    "%2e",
    ".",
    "。",
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join("")),
      (wanted) => {
        expect(allowedRedirect(SITE, wanted).origin).toBe(SITE);
      },
    ),
  );
});

test("values go where they belong, encoded", () => {
  const target = new URL("https://maillotheque.example/auth?next=/");
  expect(withFragment(target, { message: "a b&c" })).toBe(
    "https://maillotheque.example/auth?next=/#message=a+b%26c&sb=",
  );
  expect(withQuery(target, { code: "x&y" }).href).toBe(
    "https://maillotheque.example/auth?next=%2F&code=x%26y",
  );
});
