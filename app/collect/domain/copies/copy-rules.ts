import type { CopyProblem } from "../../../shared/domain/rules/copy-problem.ts";
import { z } from "zod";

import { CONDITIONS, type CopyDetails, SIZE_SCALES, VERSIONS } from "./copy.ts";
import { FIRST_CURRENCY, isCurrency } from "../../../shared/domain/currencies.ts";
import { isPartialDate, isPast } from "./partial-date.ts";
import { isSignOf } from "../../../shared/domain/rules/amount.ts";
import { DETAIL_NAMES } from "./copy-details.ts";
import { optionalText, says } from "../../../shared/domain/rules/fields.ts";
import { typedPrice } from "../../../shared/domain/rules/jersey-rules.ts";
import { tidy } from "../../../shared/domain/rules/text.ts";

const text = (max: number, problem: CopyProblem) => optionalText(max, problem);

/** One of a list, or none. */
const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .string()
    .pipe(z.enum(["", ...values], says<CopyProblem>("choice")))
    .transform((value) => (value || null) as Values[number] | null);

const date = z
  .string()
  .transform(tidy)
  .refine((value) => value === "" || isPartialDate(value), says<CopyProblem>("date"))
  .refine((value) => !isPartialDate(value) || isPast(value), says<CopyProblem>("dateFuture"))
  .transform((value) => value || null);

/** The rules of every detail of a copy. Nothing is required (docs/product/collect.md 25.2). */
export const copyRules = {
  size_scale: choice(SIZE_SCALES),
  size: text(20, "sizeLong"),
  version: choice(VERSIONS),
  condition: choice(CONDITIONS),
  printed_name: text(40, "printedNameLong"),
  printed_number: z
    .string()
    .transform(tidy)
    .refine((value) => /^(\d{1,3})?$/.test(value), says<CopyProblem>("printedNumber"))
    .transform((value) => value || null),
  is_signed: z.boolean(),
  signed_by: text(100, "signedByLong"),
  certificate: text(200, "certificateLong"),
  /** With the problems `price` and `priceCents`, as for a jersey. */
  price: typedPrice.transform(({ amount }) => amount),
  currency: z
    .string()
    .refine((value) => value === "" || isCurrency(value), says<CopyProblem>("currency"))
    .transform((value) => value || null),
  bought_on: date,
  bought_from: text(100, "boughtFromLong"),
  lent_to: text(100, "lentToLong"),
  lent_since: date,
  storage_place: text(100, "storagePlaceLong"),
  notes: text(2000, "notesLong"),
};

/** True if an amount has a currency, and the sign beside it says no other. Undefined: it is refused already. */
const isInCurrency = (
  price: z.output<typeof typedPrice> | undefined,
  currency: string | null,
): boolean =>
  !price || price.amount === null || (currency !== null && isSignOf(price.sign, currency));

/** A price with its currency, alone. */
export const priceForm = z
  .object({ price: typedPrice, currency: copyRules.currency })
  .refine(({ price, currency }) => isInCurrency(price, currency), says<CopyProblem>("currency"))
  .transform(({ price: { amount }, currency }) => ({
    price: amount,
    currency: amount === null ? null : currency,
  }));

/** The form: a field per detail, texts but for the tick. */
export const copyForm = z
  .object({ ...copyRules, price: typedPrice })
  .refine(({ price, currency }) => isInCurrency(price, currency), {
    ...says<CopyProblem>("currency"),
    path: ["currency"],
  })
  .refine(({ lent_to, lent_since }) => lent_since === null || lent_to !== null, {
    ...says<CopyProblem>("lentTo"),
    path: ["lent_to"],
  })
  .transform((form): CopyDetails => ({
    ...form,
    // What the form doesn't show then is not kept.
    ...(!form.is_signed && { signed_by: null, certificate: null }),
    price: form.price.amount,
    currency: form.price.amount === null ? null : form.currency,
  }));

export type CopyForm = z.input<typeof copyForm>;

/**
 * The form's values of stored details, or of a new copy.
 * @param typed a price as people type it in their language
 */
export function copyFormOf(
  details: Partial<CopyDetails>,
  typed: (price: number) => string = String,
): CopyForm {
  const entries = DETAIL_NAMES.map((name) => {
    if (name === "is_signed") return [name, details.is_signed ?? false];
    if (name === "currency") return [name, details.currency ?? FIRST_CURRENCY];
    if (name === "price")
      return [name, typeof details.price === "number" ? typed(details.price) : ""];
    return [name, details[name]?.toString() ?? ""];
  });
  return Object.fromEntries(entries) as CopyForm;
}

/** The details that differ from the stored ones. */
export function changedDetails(valid: CopyDetails, stored: CopyDetails): Partial<CopyDetails> {
  return Object.fromEntries(
    DETAIL_NAMES.filter((name) => valid[name] !== stored[name]).map((name) => [name, valid[name]]),
  );
}

/** What a wish may say. */
export const wishRules = {
  size_scale: copyRules.size_scale,
  size: copyRules.size,
  highest_price: copyRules.price,
  currency: copyRules.currency,
  note: text(500, "noteLong"),
};

export const wishForm = z
  .object({ ...wishRules, highest_price: typedPrice })
  .refine(({ highest_price, currency }) => isInCurrency(highest_price, currency), {
    ...says<CopyProblem>("currency"),
    path: ["currency"],
  })
  .transform((form) => ({
    ...form,
    highest_price: form.highest_price.amount,
    currency: form.highest_price.amount === null ? null : form.currency,
  }));

export type WishForm = z.input<typeof wishForm>;
export type WishDetails = z.output<typeof wishForm>;
