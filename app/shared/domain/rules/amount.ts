/** An amount of money as it was typed. */
export interface TypedAmount {
  /** Digits, with a point before decimals. */
  digits: string;
  /** The sign or code beside it, such as € or EUR; empty if there is none. */
  sign: string;
}

const SIGNED = /^([^\d\s.,'’+-]{0,4})\s*(\d[\d\s.,'’]*?)\s*([^\d\s.,'’+-]{0,4})$/u;

/**
 * Without groups; or with groups of three, which spaces, apostrophes, points or commas part. One point before three
 * digits is no group: nobody can say whether 1.234 is one or a thousand.
 */
const FORMS = [
  /^\d+([.,]\d+)?$/,
  /^\d{1,3}([\s'’]\d{3})+([.,]\d+)?$/u,
  /^\d{1,3}(\.\d{3})+,\d+$/,
  /^\d{1,3}(,\d{3})+\.\d+$/,
  /^\d{1,3}(\.\d{3}){2,}$/,
  /^\d{1,3}(,\d{3}){2,}$/,
];

/** Reads an amount as the four languages write it. Undefined if it is none. */
export function readAmount(text: string): TypedAmount | undefined {
  const [, before = "", typed = "", after = ""] = SIGNED.exec(text) ?? [];
  if ((before && after) || !FORMS.some((form) => form.test(typed))) return undefined;
  const last = Math.max(typed.lastIndexOf(","), typed.lastIndexOf("."));
  const isRepeated = last >= 0 && typed.indexOf(typed[last]!) !== last;
  const whole = last < 0 || isRepeated ? typed : typed.slice(0, last);
  const decimals = last < 0 || isRepeated ? "" : `.${typed.slice(last + 1)}`;
  return { digits: whole.replace(/\D/g, "") + decimals, sign: before || after };
}

/** True if a sign may stand for a currency: $ for every dollar. */
export function isSignOf(sign: string, currency: string): boolean {
  if (sign === "" || sign.toUpperCase() === currency) return true;
  return (["symbol", "narrowSymbol"] as const).some((currencyDisplay) =>
    new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay })
      .formatToParts(0)
      .some(({ type, value }) => type === "currency" && value === sign),
  );
}
