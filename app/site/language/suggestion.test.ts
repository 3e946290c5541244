import { expect, test } from "vitest";

import { suggestedLanguage } from "./suggestion.ts";

test.each([
  ["fr", undefined, ["en-US", "en"], "en"],
  ["fr", undefined, ["fr-CA"], undefined],
  ["fr", undefined, ["de", "pt-BR", "en"], "pt"],
  ["fr", undefined, ["de", "ja"], undefined],
  ["fr", undefined, [], undefined],
  ["en", "es", ["en"], "es"],
  ["es", "es", ["en"], undefined],
  ["en", undefined, ["FR"], "fr"],
] as const)("on a page in %s, chosen %s, browser %j: %s", (page, chosen, browser, expected) => {
  expect(suggestedLanguage(page, chosen, browser)).toBe(expected);
});
