import { z } from "zod";

import { FIRST_CURRENCY, isCurrency } from "../../../shared/domain/currencies.ts";
import { isSignOf } from "../../../shared/domain/rules/amount.ts";
import { optionalText, says as saysRule } from "../../../shared/domain/rules/fields.ts";
import { typedPrice } from "../../../shared/domain/rules/jersey-rules.ts";
import { tidy } from "../../../shared/domain/rules/text.ts";
import {
  type CopyDetails,
  type Detail,
  DETAIL_NAMES,
  type DetailName,
  DETAILS,
  LONGEST_NOTE,
} from "./copy-details.ts";
import type { CopyProblem } from "./copy-problem.ts";
import { isPartialDate, isPast } from "./partial-date.ts";

const says = (problem: CopyProblem) => saysRule(problem);

/** One of a list, or none. */
const choice = (values: readonly string[]) =>
  z
    .string()
    .refine((value) => value === "" || values.includes(value), says("choice"))
    .transform((value) => value || null);

const digits = z
  .string()
  .transform(tidy)
  .refine((value) => /^(\d{1,3})?$/.test(value), says("printedNumber"))
  .transform((value) => value || null);

const currency = z
  .string()
  .refine((value) => value === "" || isCurrency(value), says("currency"))
  .transform((value) => value || null);

const date = z
  .string()
  .transform(tidy)
  .refine((value) => value === "" || isPartialDate(value), says("date"))
  .refine((value) => !isPartialDate(value) || isPast(value), says("dateFuture"))
  .transform((value) => value || null);

function ruleOf(detail: Detail): z.ZodType {
  switch (detail.kind) {
    case "line":
    case "text":
      return optionalText(detail.max, "long" satisfies CopyProblem);
    case "choice":
      return choice(detail.values);
    case "yes":
      return z.boolean();
    case "price":
      // With the problems `price` and `priceCents`, as for a jersey.
      return typedPrice.transform(({ amount }) => amount);
    default:
      return { digits, currency, date }[detail.kind];
  }
}

/** What a form holds of a detail: a text, but for the tick. */
type Typed<Name extends DetailName> = CopyDetails[Name] extends boolean ? boolean : string;

/** The rules of every detail of a copy. Nothing is required (docs/product/collect.md 25.2). */
export const copyRules = Object.fromEntries(
  DETAIL_NAMES.map((name) => [name, ruleOf(DETAILS[name])]),
) as { [Name in DetailName]: z.ZodType<CopyDetails[Name], Typed<Name>> };

/** True if an amount has a currency, and the sign beside it says no other. Undefined: it is refused already. */
const isInCurrency = (
  price: z.output<typeof typedPrice> | undefined,
  of: string | null | undefined,
): boolean => !price || price.amount === null || (Boolean(of) && isSignOf(price.sign, of!));

/** A price with its currency, alone. */
export const priceForm = z
  .object({ price: typedPrice, currency: copyRules.currency })
  .refine((form) => isInCurrency(form.price, form.currency), says("currency"))
  .transform(({ price: { amount }, currency: of }) => ({
    price: amount,
    currency: amount === null ? null : of,
  }));

/** The form: a field per detail, texts but for the tick. */
export const copyForm = z
  .object({ ...copyRules, price: typedPrice })
  .refine((form) => isInCurrency(form.price, form.currency), {
    ...says("currency"),
    path: ["currency"],
  })
  .refine(({ lent_to, lent_since }) => lent_since === null || lent_to !== null, {
    ...says("lentTo"),
    path: ["lent_to"],
  })
  .transform((form): CopyDetails => {
    const details = { ...form, price: form.price.amount };
    const isSaid = (name: DetailName) => details[name] !== null && details[name] !== false;
    // What says nothing without another detail is not kept.
    const lost = DETAIL_NAMES.filter((name) => {
      const { needs } = DETAILS[name];
      return needs && !isSaid(needs);
    });
    return { ...details, ...Object.fromEntries(lost.map((name) => [name, null])) };
  });

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
    const value = details[name] ?? null;
    const { kind } = DETAILS[name];
    if (kind === "yes") return [name, value ?? false];
    if (kind === "currency") return [name, value ?? FIRST_CURRENCY];
    return [name, typeof value === "number" ? typed(value) : (value ?? "")];
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
  note: optionalText(LONGEST_NOTE, "long" satisfies CopyProblem),
};

export const wishForm = z
  .object({ ...wishRules, highest_price: typedPrice })
  .refine((form) => isInCurrency(form.highest_price, form.currency), {
    ...says("currency"),
    path: ["currency"],
  })
  .transform((form) => ({
    ...form,
    highest_price: form.highest_price.amount,
    currency: form.highest_price.amount === null ? null : form.currency,
  }));

export type WishForm = z.input<typeof wishForm>;
export type WishDetails = z.output<typeof wishForm>;
