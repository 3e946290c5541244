import fc from "fast-check";
import { expect, test } from "vitest";

import { linkify } from "./linkify.ts";

const links = (text: string) => linkify(text).flatMap(({ href }) => href ?? []);

test.each([
  ["Voir https://example.org/a.", "https://example.org/a"],
  ["(voir https://example.org/a)", "https://example.org/a"],
  ["https://example.org/Maillot_(sport), non ?", "https://example.org/Maillot_(sport)"],
  ["« https://example.org/é »", "https://example.org/%C3%A9"],
  ["HTTP://EXAMPLE.ORG", "http://example.org/"],
  ["https://example.org/?a=1&b=2#c!", "https://example.org/?a=1&b=2#c"],
])("%s", (text, href) => {
  expect(links(text)).toEqual([href]);
});

test("links each of several addresses", () => {
  expect(linkify("a https://b.org c https://d.org")).toEqual([
    { text: "a " },
    { text: "https://b.org", href: "https://b.org/" },
    { text: " c " },
    { text: "https://d.org", href: "https://d.org/" },
  ]);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "ftp://example.org",
  "https://",
  "www.a.org",
])("does not link %s", (text) => {
  expect(links(text)).toEqual([]);
});

test("keeps every character and links only web addresses", () => {
  const word = fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom("https://", "(", ")", ".", " "));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const parts = linkify(words.join(""));
      expect(parts.map(({ text }) => text).join("")).toBe(words.join(""));
      const hrefs = parts.flatMap(({ href }) => href ?? []);
      expect(hrefs.filter((href) => !/^https?:\/\//.test(href))).toEqual([]);
    }),
  );
});
