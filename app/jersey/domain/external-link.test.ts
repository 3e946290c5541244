import { expect, test } from "vitest";

import { externalLink } from "./external-link.ts";

test("names the site that a link leads to", () => {
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
])("does not follow %j", (text) => {
  expect(externalLink(text)).toBeUndefined();
});
