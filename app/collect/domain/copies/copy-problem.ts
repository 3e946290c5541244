import { detailOf } from "./copy-details.ts";

/** A message under `problems` in the namespace `copies`. */
export type CopyProblem =
  | "choice"
  | "long"
  | "printedNumber"
  | "certificateUnsigned"
  | "price"
  | "priceCents"
  | "currency"
  | "date"
  | "dateFuture"
  | "lentTo"
  | "perOwner";

type Broken = readonly [column: string, problem: CopyProblem];

/** Constraints of several details, and of all copies. */
const OF_SEVERAL: Record<string, Broken> = {
  certificate_signed: ["certificate", "certificateUnsigned"],
  price_currency: ["currency", "currency"],
  lent_since_lent: ["lent_to", "lentTo"],
  per_owner: ["jersey_id", "perOwner"],
};

/** What each rule at the end of a constraint's name says. */
const RULES: Record<string, CopyProblem> = {
  length: "long",
  known: "choice",
  format: "printedNumber",
  past: "dateFuture",
  range: "price",
  cents: "priceCents",
};

/** The column and the message of a violated constraint of copies or wishes: `copies_size_length`. */
export function brokenDetail(constraint = ""): Broken | undefined {
  const [, rest = ""] = /^(?:copies|user_wishlists)_(\w+)$/.exec(constraint) ?? [];
  const [, column = "", rule = ""] = /^(\w+)_([a-z]+)$/.exec(rest) ?? [];
  const detail = detailOf(
    column === "highest_price" ? "price" : column === "note" ? "notes" : column,
  );
  if (!detail) return OF_SEVERAL[rest];
  if (detail.kind === "currency") return [column, "currency"];
  if (detail.kind === "date" && rule === "format") return [column, "date"];
  return OF_SEVERAL[rest] ?? (RULES[rule] && [column, RULES[rule]]);
}
