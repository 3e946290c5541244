import { afterEach, expect, test, vi } from "vitest";

import { CURRENCIES } from "../domain/copies/currencies.ts";
import { currencyOptions } from "./currency-options.ts";
import { LANGUAGES } from "./languages.ts";

afterEach(() => vi.restoreAllMocks());

test("has every currency once, the usual ones first, with their names", () => {
  for (const lang of LANGUAGES) {
    const codes = currencyOptions(lang).map(([code]) => code);
    expect(codes.slice(0, 2)).toEqual(["EUR", "GBP"]);
    expect(codes.toSorted()).toEqual(CURRENCIES.toSorted());
  }
  expect(new Map(currencyOptions("en")).get("EUR")).toBe("EUR – Euro");
});

test.each([undefined, "SLE"])("says a code without a name once (%s)", (answer) => {
  // Which names are known depends on the browser.
  vi.spyOn(Intl.DisplayNames.prototype, "of").mockReturnValue(answer as string);
  expect(new Map(currencyOptions("fr")).get("SLE")).toBe("SLE");
});
