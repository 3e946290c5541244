import { expect, test } from "vitest";

import { readBulkForm } from "./bulk-rules.ts";

test("reads what was ticked only, and removes what is empty", () => {
  expect(readBulkForm({ version: "replica", size: "", price: undefined }, "EUR")).toEqual({
    details: { version: "replica", size: null },
  });
});

test("reads a price as the four languages write it, with its currency", () => {
  expect(readBulkForm({ price: "49,90" }, "GBP")).toEqual({
    details: { price: 49.9, currency: "GBP" },
  });
  expect(readBulkForm({ price: "" }, "GBP")).toEqual({ details: { price: null, currency: null } });
  expect(readBulkForm({ price: "49,90 €" }, "GBP")).toEqual({ problems: { price: "currency" } });
  expect(readBulkForm({ price: "cher" }, "EUR")).toEqual({ problems: { price: "price" } });
});

test("a date may be a year, and is not in the future", () => {
  expect(readBulkForm({ bought_on: "2019" }, "EUR")).toEqual({ details: { bought_on: "2019" } });
  expect(readBulkForm({ bought_on: "2019-02-30" }, "EUR")).toEqual({
    problems: { bought_on: "date" },
  });
  expect(readBulkForm({ bought_on: "2190", size: "M" }, "EUR")).toEqual({
    problems: { bought_on: "dateFuture" },
  });
});

test("a loan that ends or goes to someone else began at another time", () => {
  expect(readBulkForm({ lent_to: "Sam" }, "EUR")).toEqual({
    details: { lent_to: "Sam", lent_since: null },
  });
});
