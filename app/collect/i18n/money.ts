import { type Language, LOCALES } from "../../shared/i18n/languages.ts";

const formats = new Map<string, Intl.NumberFormat>();

/** An amount in a currency of ISO 4217; whole ones without decimals. */
export function formatMoney(amount: number, currency: string, lang: Language): string {
  const key = `${lang} ${currency}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(LOCALES[lang], {
      style: "currency",
      currency,
      // French says "£GB"; what tells dollars apart stays.
      currencyDisplay: currency === "GBP" ? "narrowSymbol" : "symbol",
      trailingZeroDisplay: "stripIfInteger",
      // Prices have cents in every currency (docs/product/collect.md 25.4).
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
  formats.set(key, format);
  return format.format(amount);
}
