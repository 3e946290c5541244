import { expect, test } from "vitest";

import { externalLink } from "./external-link.ts";

test("a link says which site it leads to", () => {
  expect(externalLink("https://www.example.com/shop?a=1")).toEqual({
    href: "https://www.example.com/shop?a=1",
    site: "example.com",
  });
});

test.each([
  null,
  "",
  "example.com",
  "javascript:alert(1)",
  "data:text/html,x",
  "ftp://example.com",
])("%j is not followed", (text) => {
  expect(externalLink(text)).toBeUndefined();
});
