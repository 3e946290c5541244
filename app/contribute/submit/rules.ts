import { z } from "zod";

import type { NewJersey } from "../data/submissions/submissions.ts";
import { PLAIN_FACTS, type PlainFact } from "../../shared/domain/facts/jersey.ts";
import { says } from "../../shared/domain/rules/fields.ts";
import {
  isTeamName,
  isTitle,
  type JerseyProblem,
  jerseyRules,
} from "../../shared/domain/rules/jersey-rules.ts";
import { tidy } from "../../shared/domain/rules/text.ts";

/** Menu value for a team or brand that is not in the catalogue. */
export const OTHER = "other";

/** The facts that are a field by themselves, by their columns. */
type PlainFields = Record<PlainFact["name"], string>;

/** Raw input of the form. All values are text, as in its fields and in the draft. */
export interface JerseyForm extends PlainFields {
  league: string;
  competition: string;
  /** "yes" once the member has chosen the competition: then no season changes it. Not sent. */
  competitionChosen: string;
  season: string;
  /** A team's id, `OTHER`, or `COUNTRY` followed by a country's name. */
  team: string;
  teamText: string;
  /** The last suggested title; not sent. The title follows it while both are equal. */
  suggestedTitle: string;
  /** A brand's id or `OTHER`. */
  brand: string;
  brandText: string;
  /** "yes" once the member has chosen the colours: then no proposal replaces them. Not sent. */
  colorsChosen: string;
}

export const EMPTY_FORM: JerseyForm = {
  league: "",
  competition: "",
  competitionChosen: "",
  season: "",
  team: "",
  teamText: "",
  suggestedTitle: "",
  brand: "",
  brandText: "",
  colorsChosen: "",
  ...(Object.fromEntries(PLAIN_FACTS.map(({ name }) => [name, ""])) as PlainFields),
};

/** Prefix of a country from the fixed list, which has no row in the catalogue. */
export const COUNTRY = "country:";

/**
 * The team's name, as typed or from the fixed list of countries. Empty if a row of the catalogue is
 * chosen.
 */
export function teamName(form: { team: string; teamText: string | null }): string {
  const { team, teamText } = form;
  if (team.startsWith(COUNTRY)) return team.slice(COUNTRY.length);
  return team === "" || team === OTHER ? tidy(teamText ?? "") : "";
}

/** True if the value is the id of a team of the catalogue. */
export function isTeamRow(team: string): boolean {
  return team !== "" && team !== OTHER && !team.startsWith(COUNTRY);
}

/** True if a team of the catalogue is chosen or a name is given. */
export const hasTeam = (form: { team: string; teamText: string | null }) =>
  isTeamRow(form.team) || isTeamName(teamName(form));

/** The form's rules; parsing turns raw input into values to store. */
export const jerseyForm = z
  .object({
    ...jerseyRules,
    competition: jerseyRules.competition_id,
    competitionChosen: z.string(),
    season: jerseyRules.season_id,
    team: z.string(),
    teamText: jerseyRules.team,
    suggestedTitle: z.string(),
    brand: z.string(),
    brandText: jerseyRules.brand,
    colorsChosen: z.string(),
  })
  .omit({ competition_id: true, season_id: true, team_id: true, brand_id: true })
  .refine(hasTeam, {
    ...says<JerseyProblem>("team"),
    path: ["team"],
    when: () => true, // also runs while other fields are invalid
  });

/** The validated values. */
export type ValidForm = z.output<typeof jerseyForm>;

/**
 * The fields without which nothing can be submitted (docs/product/contribute.md 10.2). The other rules are
 * checked on submit.
 */
export function missingFields(form: JerseyForm) {
  const { league, competition, season, title } = form;
  const has = { league, competition, season, team: hasTeam(form), title: isTitle(title) };
  return (["league", "competition", "season", "team", "title"] as const).filter(
    (field) => !has[field],
  );
}

/** The missing fields without those that others fill: the team brings its place, team and season the title. */
export function stillToChoose(missing: ReturnType<typeof missingFields>) {
  const hasNoTeam = missing.includes("team");
  const isTitleProposed = hasNoTeam || missing.includes("season");
  return missing.filter((field) => {
    if (field === "league" || field === "competition") return !hasNoTeam;
    return field !== "title" || !isTitleProposed;
  });
}

/** Maps valid values to the row to insert. */
export function toJersey(form: ValidForm, authorId: string): NewJersey {
  const isBrandRow = form.brand !== "" && form.brand !== OTHER;
  const plain = Object.fromEntries(PLAIN_FACTS.map(({ name }) => [name, form[name]]));
  return {
    ...(plain as Pick<ValidForm, PlainFact["name"]>),
    author_id: authorId,
    league: form.league,
    competition_id: form.competition,
    season_id: form.season,
    team_id: isTeamRow(form.team) ? form.team : null,
    team: teamName(form),
    brand_id: isBrandRow ? form.brand : null,
    brand: form.brand === OTHER ? form.brandText : null,
  };
}

/** Form fields whose name differs from their column. */
const FIELDS: Record<string, keyof JerseyForm> = {
  competition_id: "competition",
  season_id: "season",
  team_id: "team",
  brand_id: "brand",
  brand: "brandText",
};

export const fieldOf = (column: string) => FIELDS[column] ?? (column as keyof JerseyForm);
