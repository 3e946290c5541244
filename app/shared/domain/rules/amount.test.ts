import { expect, test } from "vitest";

import { isSignOf, readAmount } from "./amount.ts";

test.each([
  ["1234", "1234", ""],
  ["1234,5", "1234.5", ""],
  ["1 234,50", "1234.50", ""],
  ["1 234,50 €", "1234.50", "€"],
  ["1\u202f234,50\u00a0€", "1234.50", "€"],
  ["1\u2009234", "1234", ""],
  ["1.234,50", "1234.50", ""],
  ["1,234.50", "1234.50", ""],
  ["1’234.50", "1234.50", ""],
  ["1.234.567", "1234567", ""],
  ["1 234 567", "1234567", ""],
  ["R$ 1.234,50", "1234.50", "R$"],
  ["£20", "20", "£"],
  ["20 eur", "20", "eur"],
  // As decimals, which the rule of two decimals refuses.
  ["1.234", "1.234", ""],
])("reads %s", (text, digits, sign) => {
  expect(readAmount(text)).toEqual({ digits, sign });
});

test.each([
  "",
  "€",
  "-5",
  "1 23,50",
  "12 34",
  "1.23.456",
  "1,234,50",
  "€ 5 €",
  "1e3",
  "5 euros",
  "1.5.5",
])("refuses %s", (text) => {
  expect(readAmount(text)).toBeUndefined();
});

test("a sign stands for its currencies", () => {
  expect(isSignOf("", "EUR")).toBe(true);
  expect(isSignOf("€", "EUR")).toBe(true);
  expect(isSignOf("eur", "EUR")).toBe(true);
  expect(isSignOf("R$", "BRL")).toBe(true);
  expect(isSignOf("$", "CAD")).toBe(true);
  expect(isSignOf("$", "EUR")).toBe(false);
  expect(isSignOf("£", "EUR")).toBe(false);
});
