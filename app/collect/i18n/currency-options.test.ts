import { afterEach, expect, test, vi } from "vitest";

import { CURRENCIES } from "../../shared/domain/currencies.ts";
import { currencyOptions } from "./currency-options.ts";
import { LANGUAGES } from "../../shared/i18n/languages.ts";

afterEach(() => vi.restoreAllMocks());

test("has every currency once, the usual ones first, with their names", () => {
  for (const lang of LANGUAGES) {
    const codes = currencyOptions(lang).map(([code]) => code);
    expect(codes.slice(0, 2)).toEqual(["EUR", "GBP"]);
    expect(codes.toSorted()).toEqual(CURRENCIES.toSorted());
  }
  expect(new Map(currencyOptions("en")).get("EUR")).toBe("EUR – Euro");
});

test.each(LANGUAGES)("names currencies that the browser doesn't know (%s)", (lang) => {
  // Chromium 156 has no name for these four, Node none for the second in three languages.
  const { of } = Intl.DisplayNames.prototype;
  vi.spyOn(Intl.DisplayNames.prototype, "of").mockImplementation(function (
    this: Intl.DisplayNames,
    code,
  ) {
    return ["SLE", "VED", "XCG", "ZWG"].includes(code) ? undefined : of.call(this, code);
  });
  for (const [code, label] of currencyOptions(lang)) expect(label).toMatch(`${code} – `);
});

test.each([false, true])("says a code without a name once (%s)", (isOwnName) => {
  vi.spyOn(Intl.DisplayNames.prototype, "of").mockImplementation((code) =>
    isOwnName ? code : undefined,
  );
  const labels = new Map(currencyOptions("fr"));
  expect(labels.get("AED")).toBe("AED");
  expect(labels.get("ZWG")).toBe("ZWG – or du Zimbabwe");
});
