import fc from "fast-check";
import { expect, test } from "vitest";

import { allowedRedirect, withFragment, withQuery } from "./redirects.ts";

const SITE = "https://site.example";

test.each([
  ["https://site.example/en/auth?next=%2F#x", "https://site.example/en/auth?next=%2F"],
  ["https://site.example", "https://site.example/"],
  ["https://site.example:443/a", "https://site.example/a"],
  ["http://site.example/a", "https://site.example/"],
  ["https://site.example.evil/", "https://site.example/"],
  ["/en", "https://site.example/"],
  ["", "https://site.example/"],
  // Services redirect to other sites, with the fragment.
  ["https://site.example/auth/v1/authorize?provider=google", "https://site.example/"],
  ["https://site.example/auth/v1", "https://site.example/"],
  ["https://site.example/AUTH/v1/callback", "https://site.example/"],
  ["https://site.example//auth//v1/authorize", "https://site.example/"],
  ["https://site.example/%61uth%2Fv1/authorize", "https://site.example/"],
  ["https://site.example/en/%2e%2e/auth/v1/authorize", "https://site.example/"],
  ["https://site.example/a\\..\\auth\\v1\\authorize", "https://site.example/"],
  ["https://site.example/storage/v1/object/x", "https://site.example/"],
  ["https://site.example/%ff", "https://site.example/"],
  ["https://site.example/auth/v10", "https://site.example/auth/v10"],
  [undefined, "https://site.example/"],
])("redirects %s to %s", (wanted, target) => {
  expect(allowedRedirect(SITE, wanted).href).toBe(target);
});

test("never redirects off the site", () => {
  const piece = fc.constantFrom(
    "https:",
    "//",
    "\\",
    "/",
    "@",
    "site.example",
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

test("puts values where they belong, encoded", () => {
  const target = new URL("https://site.example/auth?next=/");
  expect(withFragment(target, { message: "a b&c" })).toBe(
    "https://site.example/auth?next=/#message=a+b%26c&sb=",
  );
  expect(withQuery(target, { code: "x&y" }).href).toBe(
    "https://site.example/auth?next=%2F&code=x%26y",
  );
});
