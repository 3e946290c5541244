import { expect, test } from "vitest";

import {
  ACCOUNT_SECTIONS,
  asAccountSection,
  formerSection,
  sectionOfAnchor,
} from "./account-sections.ts";
import { href } from "../../shared/address/paths.ts";
import { screenAt } from "../../shared/address/screen-at.ts";

test("each section has its address in each language", () => {
  for (const section of ACCOUNT_SECTIONS) {
    expect(href("accountSection", { section }, "fr")).toBe(`/account/${section}`);
    expect(screenAt(href("accountSection", { section }, "pt"))).toBe("accountSection");
  }
});

test("anchors of the former page lead to the sections", () => {
  expect(sectionOfAnchor("#settings")).toBe("settings");
  expect(sectionOfAnchor("#shelves")).toBe("collection");
  expect(sectionOfAnchor("#leave")).toBe("data");
  expect(sectionOfAnchor("#submissions")).toBe("submissions");
  expect(sectionOfAnchor("#sb")).toBeUndefined();
  expect(sectionOfAnchor("")).toBeUndefined();
});

test("former sections lead to the contributions of their kinds", () => {
  expect(formerSection("submissions", "?edit=1")).toBe("?edit=1&kind=jersey");
  expect(formerSection("suggestions", "")).toBe("?kind=edit&kind=photos&kind=merge&kind=removal");
  expect(formerSection("reports", "")).toBe("?kind=report");
  for (const section of ["contributions", "inconnu"]) {
    expect(formerSection(section, "")).toBeUndefined();
  }
});

test("other names are no sections", () => {
  expect(asAccountSection("inconnu")).toBeUndefined();
  expect(asAccountSection(undefined)).toBeUndefined();
});
