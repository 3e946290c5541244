import { expect, test } from "vitest";

import { ACCOUNT_SECTIONS, asAccountSection } from "./account-sections.ts";
import { href } from "../../shared/address/paths.ts";
import { screenAt } from "../../shared/address/screen-at.ts";

test("each section has its address in each language", () => {
  for (const section of ACCOUNT_SECTIONS) {
    expect(href("accountSection", { section }, "fr")).toBe(`/account/${section}`);
    expect(screenAt(href("accountSection", { section }, "pt"))).toBe("accountSection");
  }
});

test("other names are no sections", () => {
  expect(asAccountSection("inconnu")).toBeUndefined();
  expect(asAccountSection(undefined)).toBeUndefined();
});
