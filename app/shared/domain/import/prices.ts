import { CURRENCIES } from "../currencies.ts";
import { slug } from "../slug.ts";

const SIGNS: Record<string, string> = {
  R$: "BRL",
  US$: "USD",
  A$: "AUD",
  AU$: "AUD",
  C$: "CAD",
  CA$: "CAD",
  NZ$: "NZD",
  "€": "EUR",
  "£": "GBP",
  "GB£": "GBP",
  "¥": "JPY",
  $: "USD",
};

/** Words of four languages, folded. Francs and pesos are those of several countries. */
const WORDS = new Map(
  Object.entries({
    EUR: "euro euros",
    GBP: "pound pounds livre livres libra libras sterling",
    USD: "dollar dollars dolar dolares",
    BRL: "real reais reales",
  }).flatMap(([code, words]) => words.split(" ").map((word) => [word, code] as const)),
);

/** A code of ISO 4217, from the code in any case, from a sign or from a word. */
export function currencyOf(text: string): string | undefined {
  const code = text.replace(/\s/g, "").toUpperCase();
  if (CURRENCIES.includes(code)) return code;
  // "£GB", "$US", "€ EUR": a sign and letters, in any order.
  const [, sign = "", after] = /^([€£¥$])([A-Z]+)$/.exec(code) ?? [];
  const lettersFirst = after ? after + sign : code;
  const letters = lettersFirst.slice(0, -1);
  const said = SIGNS[lettersFirst.slice(-1)];
  const isBoth = CURRENCIES.includes(letters) && (said === "USD" || said === letters);
  return SIGNS[lettersFirst] ?? WORDS.get(slug(text)) ?? (isBoth ? letters : undefined);
}

/** The currency that a heading names beside its words: "Price (£)", "Prix EUR". */
export function currencyIn(heading: string): string | undefined {
  const words = heading.split(/[\s()[\]/:,_-]+/);
  // "All" is a code, too: in a heading only signs and codes in capitals count.
  const named = words.filter((word) => word === word.toUpperCase() && word !== "");
  return named.flatMap((word) => currencyOf(word) ?? [])[0];
}

/**
 * An amount with the decimal comma or point, thousands apart by spaces, points, commas or apostrophes,
 * and a currency before it, after it or as its decimal sign. Undefined if it is none; the currency is null if none is written.
 */
export function priceOf(text: string): { amount: number; currency: string | null } | undefined {
  const plain = text
    .trim()
    .replace(/[.,][-–—]+(?=\D*$)/u, "")
    .replace(/^(\d+)\s*([€£$])\s*(\d{2})$/u, "$1,$3 $2");
  const [, before = "", digits = "", after = ""] =
    /^([^\d-]*)(-?\d[\d.,'’\s]*)([^\d]*)$/u.exec(plain) ?? [];
  const currency = oneCurrency(before.trim(), after.trim());
  const amount = amountOf(digits.replace(/[\s'’]/gu, ""));
  if (amount === undefined || currency === undefined) return undefined;
  return { amount, currency };
}

/** The currency that is written on the sides of an amount; undefined if it is none, or not the same. A code says whose dollars they are. */
function oneCurrency(before: string, after: string): string | null | undefined {
  if (!before || !after) return before || after ? currencyOf(before || after) : null;
  const named = [before, after].filter((side) => side !== "$").map(currencyOf);
  return named.every((code) => code === named[0]) ? (named[0] ?? undefined) : undefined;
}

function amountOf(digits: string): number | undefined {
  const last = Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."));
  const sign = digits[last];
  const fraction = digits.slice(last + 1);
  const isDecimal = last >= 0 && digits.indexOf(sign ?? "") === last;
  // As in forms: nobody can say whether 1.250 is one or a thousand.
  if (isDecimal && fraction.length === 3) return undefined;
  const grouped = isDecimal ? digits.slice(0, last) : digits;
  if (!/^-?(\d+|\d{1,3}(\.\d{3})+|\d{1,3}(,\d{3})+)$/.test(grouped)) return undefined;
  const whole = grouped.replace(/[.,]/g, "");
  const text = isDecimal ? `${whole}.${fraction}` : whole;
  return /^-?\d+(\.\d*)?$/.test(text) ? Number(text) : undefined;
}
