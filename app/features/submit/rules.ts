import { z } from "zod";

import type { NewJersey } from "../../data/submissions/submissions.ts";
import { says } from "../../domain/rules/fields.ts";
import {
  isTeamName,
  isTitle,
  type JerseyProblem,
  jerseyRules,
} from "../../domain/rules/jersey-rules.ts";
import { tidy } from "../../domain/rules/text.ts";

/** Choices of a list that are not a row of the catalogue. */
export const OTHER = "other";

/** What is typed into the form; everything is text, as in its fields and in the draft. */
export interface JerseyForm {
  league: string;
  competition: string;
  season: string;
  /** A team's id, `OTHER`, or a country's name from the fixed list after `COUNTRY`. */
  team: string;
  teamText: string;
  title: string;
  year: string;
  /** A brand's id or `OTHER`. */
  brand: string;
  brandText: string;
  edition: string;
  kitType: string;
  description: string;
  externalLink: string;
  price: string;
}

export const EMPTY_FORM: JerseyForm = {
  league: "",
  competition: "",
  season: "",
  team: "",
  teamText: "",
  title: "",
  year: "",
  brand: "",
  brandText: "",
  edition: "",
  kitType: "",
  description: "",
  externalLink: "",
  price: "",
};

/** Marks a country of the fixed list, which has no row in the catalogue. */
export const COUNTRY = "country:";

/** The name of the team as typed or picked from the fixed list; empty when a row was chosen. */
export function teamName(form: { team: string; teamText: string | null }): string {
  const { team, teamText } = form;
  if (team.startsWith(COUNTRY)) return team.slice(COUNTRY.length);
  return team === "" || team === OTHER ? tidy(teamText ?? "") : "";
}

/** Whether the choice is a team of the catalogue. */
export function isTeamRow(team: string): boolean {
  return team !== "" && team !== OTHER && !team.startsWith(COUNTRY);
}

/** Whether the team is a row of the catalogue, or has a name. */
const hasTeam = (form: { team: string; teamText: string | null }) =>
  isTeamRow(form.team) || isTeamName(teamName(form));

/** From what is typed to what is stored. */
export const jerseyForm = z
  .object({
    league: jerseyRules.league,
    competition: jerseyRules.competition,
    season: jerseyRules.season,
    team: z.string(),
    teamText: jerseyRules.team,
    title: jerseyRules.title,
    year: jerseyRules.year,
    brand: z.string(),
    brandText: jerseyRules.brand,
    edition: jerseyRules.edition,
    kitType: jerseyRules.kitType,
    description: jerseyRules.description,
    externalLink: jerseyRules.externalLink,
    price: jerseyRules.price,
  })
  .refine(hasTeam, {
    ...says<JerseyProblem>("team"),
    path: ["team"],
    when: () => true, // even while other fields are wrong
  });

/** A form that kept the rules. */
export type ValidForm = z.output<typeof jerseyForm>;

/** Whether Submit may be pressed (docs/product.md 10.2); the other rules speak up when it is. */
export function canSubmit(form: JerseyForm): boolean {
  const { league, competition, season, title } = form;
  return league !== "" && competition !== "" && season !== "" && hasTeam(form) && isTitle(title);
}

/** The row that a valid form stands for. */
export function toJersey(form: ValidForm, authorId: string): NewJersey {
  const isBrandRow = form.brand !== "" && form.brand !== OTHER;
  return {
    author_id: authorId,
    league: form.league,
    competition_id: form.competition,
    season_id: form.season,
    team_id: isTeamRow(form.team) ? form.team : null,
    team: teamName(form),
    title: form.title,
    year: form.year,
    brand_id: isBrandRow ? form.brand : null,
    brand: form.brand === OTHER ? form.brandText : null,
    edition: form.edition,
    kit_type: form.kitType,
    description: form.description,
    external_link: form.externalLink,
    price: form.price,
  };
}

/** The fields of the form that are called otherwise than their columns. */
const FIELDS: Record<string, keyof JerseyForm> = {
  competition_id: "competition",
  season_id: "season",
  team_id: "team",
  brand_id: "brand",
  brand: "brandText",
  kit_type: "kitType",
  external_link: "externalLink",
};

export const fieldOf = (column: string) => FIELDS[column] ?? (column as keyof JerseyForm);
