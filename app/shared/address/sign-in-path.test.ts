import { expect, test } from "vitest";

import { signInPath } from "./sign-in-path.ts";

const at = (address: string) => new URL(address, "https://example.org");

test("leads back to the page with its query and fragment", () => {
  expect(signInPath(at("/en/sport/nba?after=x&y=1#jerseys"), "en")).toBe(
    "/en/auth?next=%2Fen%2Fsport%2Fnba%3Fafter%3Dx%26y%3D1%23jerseys",
  );
});

test("needs no return address for the home page, but for a filtered one", () => {
  expect(signInPath(at("/"), "fr")).toBe("/auth");
  expect(signInPath(at("/"), "fr", "signup")).toBe("/auth?mode=signup");
  expect(signInPath(at("/sports"), "fr", "signup")).toBe("/auth?next=%2Fsports&mode=signup");
  expect(signInPath(at("/?league=NBA"), "fr")).toBe("/auth?next=%2F%3Fleague%3DNBA");
});

test("keeps the return address on the sign-in screen, unless it leads elsewhere", () => {
  expect(signInPath(at("/pt/auth?mode=signup&next=%2Fpt%2Fsports"), "pt")).toBe(
    "/pt/auth?next=%2Fpt%2Fsports",
  );
  expect(signInPath(at("/auth?next=%2F%2Fexample.com"), "fr")).toBe("/auth");
  expect(signInPath(at("/auth"), "fr")).toBe("/auth");
});
