import { expect, test } from "vitest";

import { DETAIL_NAMES, isDetailed } from "./copy-details.ts";
import { changedDetails, copyForm, copyFormOf, copyRules, wishForm } from "./copy-rules.ts";

const problems = (values: Partial<ReturnType<typeof copyFormOf>>) => {
  const { error } = copyForm.safeParse({ ...copyFormOf({}), ...values });
  return error?.issues.map(({ path, message }) => `${path.join()}: ${message}`) ?? [];
};

test("a stored price is shown as people type it, and reads the same again", () => {
  const stored = copyForm.parse({ ...copyFormOf({}), price: "67.5" });
  const form = copyFormOf(stored, (price) => price.toFixed(2).replace(".", ","));
  expect(form.price).toBe("67,50");
  expect(changedDetails(copyForm.parse(form), stored)).toEqual({});
});

test("nothing is required", () => {
  const empty = copyForm.parse(copyFormOf({}));
  expect(Object.values(empty).filter((value) => value !== null && value !== false)).toEqual([]);
});

test("a price has a currency, a date is past, and a loan begins with someone", () => {
  const wish = { size_scale: "" as const, size: "", currency: "EUR", note: "" };
  expect(problems({ price: "12,5", currency: "" })).toEqual(["currency: currency"]);
  expect(problems({ price: "12,505" })).toEqual(["price: priceCents"]);
  expect(problems({ price: "1.500" })).toEqual(["price: priceCents"]);
  for (const price of ["-1", "douze", "1 23"]) {
    expect(problems({ price })).toEqual(["price: price"]);
  }
  expect(wishForm.safeParse({ ...wish, highest_price: "douze" }).success).toBe(false);
  expect(problems({ price: "20 £" })).toEqual(["currency: currency"]);
  expect(copyForm.parse({ ...copyFormOf({}), price: "1 234,50 €" }).price).toBe(1234.5);
  expect(wishForm.parse({ ...wish, highest_price: "1.234,50" }).highest_price).toBe(1234.5);
  expect(problems({ bought_on: "2999" })).toEqual(["bought_on: dateFuture"]);
  expect(problems({ bought_on: "2019-02-30" })).toEqual(["bought_on: date"]);
  expect(problems({ lent_since: "2019" })).toEqual(["lent_to: lentTo"]);
  expect(problems({ printed_number: "1000" })).toEqual(["printed_number: printedNumber"]);
});

test("a shirt that is not signed has no certificate", () => {
  const form = { ...copyFormOf({}), signed_by: "Zidane", certificate: "42" };
  expect(copyForm.parse(form)).toMatchObject({ signed_by: null, certificate: null });
  expect(copyForm.parse({ ...form, is_signed: true })).toMatchObject({ signed_by: "Zidane" });
});

test("only what differs is sent", () => {
  const stored = copyForm.parse({ ...copyFormOf({}), size: "M", price: "10" });
  const typed = { ...copyFormOf(stored), size: " L ", price: "10,00" };
  expect(changedDetails(copyForm.parse(typed), stored)).toEqual({ size: "L" });
});

test("a copy with a photo alone is detailed", () => {
  const empty = copyForm.parse(copyFormOf({}));
  expect(isDetailed({ ...empty, photos: [] })).toBe(false);
  expect(isDetailed({ ...empty, photos: [{ id: "1", path: "p", is_shown: false }] })).toBe(true);
  expect(isDetailed({ ...empty, is_signed: true, photos: [] })).toBe(true);
});

test("every detail has a rule", () => {
  expect(Object.keys(copyRules)).toEqual([...DETAIL_NAMES]);
});
