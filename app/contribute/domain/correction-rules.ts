import { z } from "zod";

import {
  factsWith,
  JERSEY_FACTS,
  type JerseyFact,
  type JerseyFactName,
  type JerseyFields,
} from "../../shared/domain/facts/jersey.ts";
import { readAmount } from "../../shared/domain/rules/amount.ts";
import { says } from "../../shared/domain/rules/fields.ts";
import { tidy } from "../../shared/domain/rules/text.ts";
import {
  isTeamName,
  type JerseyProblem,
  jerseyRules,
} from "../../shared/domain/rules/jersey-rules.ts";

/** The fields that the author of a jersey corrects without a source (docs/product/contribute.md 10.15). */
export const TEXT_FIELDS = factsWith("isOwn");

/** The form: a field per column, all of them texts. Without a chosen row, a name is typed. */
export const correctionForm = z
  .object(jerseyRules)
  .refine(({ team_id, team }) => team_id !== null || isTeamName(team ?? ""), {
    ...says<JerseyProblem>("team"),
    path: ["team"],
  });

export type CorrectionForm = z.input<typeof correctionForm>;
export type ValidCorrection = z.output<typeof correctionForm>;

/**
 * The form's values for a stored jersey.
 * @param typed a price as people type it in their language
 */
export function correctionOf(
  jersey: JerseyFields,
  typed: (price: number) => string = String,
): CorrectionForm {
  return Object.fromEntries(
    JERSEY_FACTS.map((fact) => [fact.name, typedFact(fact, jersey[fact.name], typed)]),
  ) as CorrectionForm;
}

/** A stored value as people type it. */
function typedFact(
  { kind }: JerseyFact,
  value: JerseyFields[JerseyFactName],
  typed: (price: number) => string,
): string {
  if (kind === "price" && value !== null) return typed(Number(value));
  if (Array.isArray(value)) return value.join(kind === "codes" ? ", " : ",");
  return value?.toString() ?? "";
}

/** The fields that differ from the stored jersey. The name of a chosen row is not a field of its own. */
export function corrections(
  form: ValidCorrection,
  jersey: JerseyFields,
  fields: readonly (keyof JerseyFields)[] = Object.keys(form) as (keyof JerseyFields)[],
): Partial<JerseyFields> {
  const isNamed = (field: keyof JerseyFields) =>
    (field === "team" && form.team_id !== null) || (field === "brand" && form.brand_id !== null);
  const changed = fields.filter((field) => !isSame(form[field], jersey[field]) && !isNamed(field));
  // With another team or kit type the database would choose other colours than those on the screen.
  const isDressed = changed.some((field) => DRESSING.has(field)) && !changed.includes("colors");
  return Object.fromEntries(
    [...changed, ...(isDressed ? (["colors"] as const) : [])].map((field) => [field, form[field]]),
  );
}

/** The fields that default colours follow. */
const DRESSING = new Set<keyof JerseyFields>(["team_id", "team", "kit_type"]);

const isSame = (one: unknown, other: unknown) =>
  Array.isArray(one) && Array.isArray(other) ? one.join() === other.join() : one === other;

const amountOf = (price: string) => Number(readAmount(price)?.digits);

/** Whether the form is as the jersey is stored; space around a text is no correction. */
export function isUncorrected(form: CorrectionForm, jersey: JerseyFields): boolean {
  const stored = correctionOf(jersey);
  const tidied = (value: unknown) => (typeof value === "string" ? tidy(value) : value);
  return (Object.keys(stored) as (keyof CorrectionForm)[]).every(
    (field) =>
      tidied(form[field]) === tidied(stored[field]) ||
      (field === "price" && form.price !== "" && amountOf(form.price) === jersey.price),
  );
}
