import { type Color, COLORS } from "../colors.ts";
import { KIT_TYPES } from "../kit-types.ts";
import { LEAGUES } from "../leagues.ts";
import { PATTERNS } from "../shirt/types.ts";
import type { Fact } from "./fact.ts";

/**
 * The register of a jersey's facts, in the order in which people read them. The database has the same list
 * (`private.jersey_facts()`): a test compares both.
 */
export const JERSEY_FACTS = [
  { name: "league", kind: "choice", choices: LEAGUES, isRequired: true },
  { name: "competition_id", kind: "row", isRequired: true },
  { name: "season_id", kind: "row", isRequired: true, isSmall: true },
  { name: "team_id", kind: "row" },
  { name: "team", kind: "line", min: 2, max: 120, row: "team_id", isRequired: true },
  { name: "title", kind: "line", min: 3, max: 160, isRequired: true, isOwn: true },
  { name: "year", kind: "year", isSmall: true },
  { name: "kit_type", kind: "choice", choices: KIT_TYPES, isSmall: true },
  {
    name: "colors",
    kind: "colors",
    choices: COLORS,
    isSmall: true,
  },
  {
    name: "pattern",
    kind: "choice",
    choices: PATTERNS,
    isSmall: true,
    isFacet: true,
  },
  { name: "brand_id", kind: "row", isSmall: true },
  { name: "brand", kind: "line", max: 80, row: "brand_id" },
  {
    name: "sponsor",
    kind: "line",
    max: 80,
    isFacet: true,
  },
  {
    name: "edition",
    kind: "line",
    max: 120,
    isOwn: true,
  },
  {
    name: "product_codes",
    kind: "codes",
  },
  { name: "price", kind: "price", isSmall: true },
  {
    name: "external_link",
    kind: "link",
    max: 2048,
    isOwn: true,
  },
  {
    name: "description",
    kind: "text",
    max: 5000,
    isOwn: true,
  },
] as const satisfies readonly Fact[];

export type JerseyFact = (typeof JERSEY_FACTS)[number];

export type JerseyFactName = JerseyFact["name"];

type OrNull<F, Value> = F extends { isRequired: true } ? Value : Value | null;

/** The value of a fact as it is stored. */
export type StoredFact<F> = F extends { kind: "year" | "price" }
  ? number | null
  : F extends { kind: "colors" }
    ? Color[]
    : F extends { kind: "codes" }
      ? string[]
      : F extends { choices: readonly (infer Choice)[] }
        ? OrNull<F, Choice>
        : OrNull<F, string>;

/** A jersey's facts as they are stored. Without a team's row, its name is free text. */
export type JerseyFields = { [F in JerseyFact as F["name"]]: StoredFact<F> };

type Joined<Names> = Names extends readonly [
  { name: infer First extends string },
  ...infer Others extends readonly unknown[],
]
  ? Others extends readonly []
    ? First
    : `${First}, ${Joined<Others>}`
  : never;

/** The columns for queries. */
export const JERSEY_FIELDS = JERSEY_FACTS.map(({ name }) => name).join(", ") as Joined<
  typeof JERSEY_FACTS
>;

/** A fact by its column. */
export const factOf = (name: JerseyFactName): Fact =>
  JERSEY_FACTS.find((fact) => fact.name === name)!;

/** In the order for readers, who know the team; a form asks for its league and competition before. */
export const teamFirst = (facts: readonly JerseyFact[]): JerseyFact[] =>
  facts.toSorted((one, other) => Number(other.name === "team_id") - Number(one.name === "team_id"));

/** True if a form asks for it: a team is a row, or else a name. */
export const isAsked = (name: JerseyFactName): boolean =>
  JERSEY_FACTS.some(
    (fact) => "isRequired" in fact && (fact.name === name || ("row" in fact && fact.row === name)),
  );

type Marked<Mark extends string> = Extract<JerseyFact, Record<Mark, true>>["name"];

/** The facts with a mark, in their order. */
export const factsWith = <Mark extends "isOwn" | "isSmall">(mark: Mark) =>
  JERSEY_FACTS.filter((fact): fact is Extract<JerseyFact, Record<Mark, true>> => mark in fact).map(
    ({ name }) => name,
  ) as Marked<Mark>[];

/** The facts by which the catalogue is filtered, beside those that have filters of their own. */
export type FacetFact = Extract<JerseyFact, { isFacet: true }>;

export const FACET_FACTS = JERSEY_FACTS.filter((fact): fact is FacetFact => "isFacet" in fact);

/** Of these, those whose values are texts of members, and no list of ours. */
export type FreeFacet = Exclude<FacetFact, { choices: readonly string[] }>["name"];

export const FREE_FACETS = FACET_FACTS.filter((fact) => !("choices" in fact)).map(
  ({ name }) => name,
) as FreeFacet[];

export const isFreeFacet = (name: string): name is FreeFacet =>
  (FREE_FACETS as readonly string[]).includes(name);

/** The facts that are one field of a form by themselves: no row of the catalogue, and no name of one. */
export type PlainFact = Exclude<JerseyFact, { kind: "row" } | { row: string } | { name: "league" }>;

export const isPlain = (fact: JerseyFact): fact is PlainFact =>
  fact.kind !== "row" && !("row" in fact) && fact.name !== "league";

export const PLAIN_FACTS = JERSEY_FACTS.filter(isPlain);
