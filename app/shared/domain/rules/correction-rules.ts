import { z } from "zod";

import { type Color, colorsText } from "../colors.ts";
import type { KitType } from "../kit-types.ts";
import type { League } from "../leagues.ts";
import { readAmount } from "./amount.ts";
import { says } from "./fields.ts";
import { tidy } from "./text.ts";
import { isTeamName, type JerseyProblem, jerseyRules } from "./jersey-rules.ts";

/** The stored fields of a jersey that can be corrected, in the order in which people read them. */
export interface JerseyFields {
  league: League;
  competition_id: string;
  season_id: string;
  /** Null: the team is free text. */
  team_id: string | null;
  team: string;
  title: string;
  year: number | null;
  kit_type: KitType | null;
  /** The main one first. */
  colors: Color[];
  brand_id: string | null;
  brand: string | null;
  edition: string | null;
  price: number | null;
  external_link: string | null;
  description: string | null;
}

/** The columns for queries. */
export const JERSEY_FIELDS =
  "league, competition_id, season_id, team_id, team, title, year, kit_type, colors, brand_id, brand, edition, price, external_link, description" as const;

/** The fields that the author of a jersey corrects without a source (docs/product/contribute.md 10.15). */
export const TEXT_FIELDS = ["title", "edition", "external_link", "description"] as const;

const rowOrNone = z.string().transform((id) => id || null);

/** The form: a field per column, all of them texts. Without a chosen row, a name is typed. */
export const correctionForm = z
  .object({
    league: jerseyRules.league,
    competition_id: jerseyRules.competition,
    season_id: jerseyRules.season,
    team_id: rowOrNone,
    team: jerseyRules.team,
    title: jerseyRules.title,
    year: jerseyRules.year,
    kit_type: jerseyRules.kitType,
    colors: jerseyRules.colors,
    brand_id: rowOrNone,
    brand: jerseyRules.brand,
    edition: jerseyRules.edition,
    price: jerseyRules.price,
    external_link: jerseyRules.externalLink,
    description: jerseyRules.description,
  })
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
  const text = (value: string | number | null) => value?.toString() ?? "";
  return {
    league: jersey.league,
    competition_id: jersey.competition_id,
    season_id: jersey.season_id,
    team_id: text(jersey.team_id),
    team: jersey.team,
    title: jersey.title,
    year: text(jersey.year),
    kit_type: text(jersey.kit_type),
    colors: colorsText(jersey.colors),
    brand_id: text(jersey.brand_id),
    brand: text(jersey.brand),
    edition: text(jersey.edition),
    price: jersey.price === null ? "" : typed(jersey.price),
    external_link: text(jersey.external_link),
    description: text(jersey.description),
  };
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
