import { expect, test } from "vitest";

import { ownLocale } from "./own-locale.ts";

test.each([
  ["en", "en-US", "en-US"],
  ["en", "en-US@posix", "en-US"],
  ["en", "en-US.UTF-8", "en-US"],
  ["fr", "en-US", "fr"],
  ["fr", "C", "fr"],
  ["fr", "", "fr"],
] as const)("a page in %s in a browser of %s is read as %s", (lang, browser, locale) => {
  expect(ownLocale(lang, browser)).toBe(locale);
  expect(() => new Intl.DateTimeFormat(ownLocale(lang, browser))).not.toThrow();
});
