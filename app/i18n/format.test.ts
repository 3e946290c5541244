import { expect, test } from "vitest";

import { formatNumber, formatPercent, formatPrice, formatRating, formatScore } from "./format.ts";

/** Intl separates with spaces of several kinds. */
const plain = (text: string) => text.replaceAll(/\s/g, " ");

test("prices are in euros, as each language writes them", () => {
  expect(plain(formatPrice(19.99, "fr"))).toBe("19,99 €");
  expect(plain(formatPrice(19.99, "en"))).toBe("€19.99");
  expect(plain(formatPrice(1250.5, "es"))).toBe("1250,50 €");
  expect(plain(formatPrice(120, "pt"))).toBe("€ 120");
});

test("numbers, scores and shares", () => {
  expect(plain(formatNumber(12_345, "fr"))).toBe("12 345");
  expect(formatScore(-4, "en")).toBe("−4");
  expect(formatRating(4, "fr")).toBe("4,0");
  expect(formatRating(3.75, "en")).toBe("3.8");
  expect(plain(formatPercent(0.954, "fr"))).toBe("95 %");
});
